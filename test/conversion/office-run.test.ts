import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { type Office, officePdf } from '../../lambdas/conversion/docx-pdf.ts';
import { ConverterFailure, RejectedFile } from '../../lambdas/conversion/rejections.ts';
import { conversionErrorOf } from '../support/conversion-error.ts';
import { eventually } from '../support/eventually.ts';

const folder = await mkdtemp(join(tmpdir(), 'programs-'));
const gaveUp = "We couldn't convert this file. Please try again, or save it as a PDF and upload that.";
const limits = { ms: 1_000, memoryKilobytes: 1_572_864, isolated: false };

/** A script that replaces LibreOffice. */
const standIn = async (name: string, script: string): Promise<Office> => {
  const program = join(folder, name);
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  return { program, limits };
};

const linesOf = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');

/** Running processes with this text in their command line. */
const running = async (mark: string) => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(mark));
};

test.each([
  ['hangs', 'sleep 71234'],
  ['works', 'while :; do :; done'],
])('LibreOffice: a run that %s for too long is stopped and not repeated', async (name, script) => {
  const office = await standIn(name, `echo started >> ${folder}/${name}.log; ${script}`);
  expect(await conversionErrorOf(() => officePdf(Buffer.from('x'), office))).toBe(
    'Your document took too long to convert. Please save it as a PDF and upload that.',
  );
  expect(await linesOf(`${name}.log`)).toEqual(['started']);
});

test('LibreOffice: a hanging run leaves no process behind', async () => {
  const office = await standIn('forks', 'sleep 81234 & sleep 81235');
  await conversionErrorOf(() => officePdf(Buffer.from('x'), office));
  await eventually(async () => expect(await running('8123')).toEqual([]));
});

test('LibreOffice: exit code 0 without a file counts as a failure', async () => {
  expect(
    await conversionErrorOf(async () => officePdf(Buffer.from('x'), await standIn('idle', 'exit 0'))),
  ).toBe('We could not read this file. Please save it again and upload it.');
});

test('LibreOffice: after a crash the message says what else the applicant can do', async () => {
  for (const death of ['exit 77', 'kill -9 $$'])
    expect(
      await conversionErrorOf(async () => officePdf(Buffer.from('x'), await standIn('dies', death))),
    ).toBe(gaveUp);
});

test('LibreOffice: operators hear when it is missing, dies or hangs, and not when it cannot read a document', async () => {
  const missing = { program: 'no-such-office', limits };
  const ownFaults = [
    missing,
    await standIn('lacks-a-library', 'exit 127'),
    await standIn('killed', 'kill -9 $$'),
    await standIn('sleeps', 'sleep 71235'),
  ];
  const errorWith = (office: Office) => officePdf(Buffer.from('x'), office).catch((error: unknown) => error);
  for (const office of ownFaults)
    expect(await errorWith(office), office.program).toBeInstanceOf(ConverterFailure);
  const unreadable = await errorWith(await standIn('gives-up', 'exit 0'));
  expect(unreadable).toBeInstanceOf(RejectedFile);
  expect(unreadable).not.toBeInstanceOf(ConverterFailure);
});

test('LibreOffice: gets no credentials, and its own profile and folder', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const office = await standIn(
    'tells',
    `env > ${folder}/env.log; echo "$@" > ${folder}/args.log; pwd >> ${folder}/args.log`,
  );
  await conversionErrorOf(() => officePdf(Buffer.from('x'), office));
  await conversionErrorOf(() => officePdf(Buffer.from('x'), office));
  const names = (await linesOf('env.log')).map((line) => line.split('=')[0]);
  expect(names.filter((name) => name?.startsWith('AWS'))).toEqual([]);
  const [args = '', directory = ''] = await linesOf('args.log');
  expect(args).toContain(`-env:UserInstallation=file://${directory}/profile --headless`);
  expect((await readdir(tmpdir())).filter((name) => directory.endsWith(name))).toEqual([]);
  vi.unstubAllEnvs();
});

describe('LibreOffice, started by a function whose environment has credentials', () => {
  const moduleFolder = 'lambdas/conversion';
  const secret = 'planted-secret';

  /** A document that has taken the converter over: it prints what it can read of any process. */
  const spy = `#!/bin/sh
for each in /proc/[0-9]*; do
  tr '\\0' '\\n' < "$each/environ" | grep ${secret} > /dev/null && echo "environment of $each"
  true < "$each/mem" && echo "memory of $each"
done 2> /dev/null > found.log
`;

  /**
   * Runs the converter's own code by a copy of Node with this mode, as a user without privileges. Returns the
   * process and what the spy found.
   */
  const spyOn = async (mode: number) => {
    const place = await mkdtemp(join(tmpdir(), 'launch-'));
    await chmod(place, 0o777);
    await copyFile(process.execPath, join(place, 'node'));
    await copyFile(join(moduleFolder, 'office-process.ts'), join(place, 'office-process.ts'));
    await writeFile(join(place, 'spy'), spy);
    await chmod(join(place, 'spy'), 0o755);
    await writeFile(join(place, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(place, 'run.ts'),
      `import { runWithLimits } from './office-process.ts';
const limits = { ms: 60_000, memoryKilobytes: 1_572_864, isolated: false };
await runWithLimits({ program: '${join(place, 'spy')}', args: [], folder: '${place}', limits });
console.log(JSON.stringify({ process: process.pid, hasSecret: process.env.AWS_SECRET_ACCESS_KEY === '${secret}' }));
`,
    );
    await chmod(join(place, 'node'), mode);
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const env = { PATH: process.env.PATH, AWS_SECRET_ACCESS_KEY: secret };
    const { stdout } = await promisify(execFile)(join(place, 'node'), ['run.ts'], {
      ...user,
      env,
      cwd: place,
    });
    const { process: id, hasSecret } = JSON.parse(stdout);
    expect(hasSecret).toBe(true);
    const found = (await readFile(join(place, 'found.log'), 'utf8')).split('\n');
    return found.filter((line) => line.endsWith(`/proc/${id}`)).map((line) => line.split(' ')[0]);
  };

  test('would read them if it could read the program of Node', async () => {
    expect(await spyOn(0o755)).toContain('environment');
  });

  test('reads neither the environment nor the memory of the function with the mode that the image gives Node', async () => {
    const dockerfile = await readFile(join(moduleFolder, 'office-image/Dockerfile'), 'utf8');
    const [, mode = ''] = /chmod (\d+) \/usr\/local\/bin\/node$/m.exec(dockerfile) ?? [];
    expect(await spyOn(Number.parseInt(mode, 8))).toEqual([]);
  });
});
