import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderErrors } from '../../scripts/build/check-university.ts';
import { fromRoot, root } from '../../scripts/build/root.ts';
import { sample } from '../../scripts/build/university.ts';
import { startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { quickCloud } from '../support/quick-cloud.ts';
import { asModule, universities as folder, folderWith, plain } from '../support/university-folder.ts';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the check of a deployments.ts and of lists', () => {
  const deployments = readFileSync(join(sample, 'deployments.ts'), 'utf8');

  it.each([
    ['a wrong region', "region: 'us-east-1'", "region: 'nowhere'", 'dev: region is not an AWS region'],
    [
      'an unknown setting',
      "firewall: 'off',",
      "firewall: 'off',\n    wall: 1,",
      'dev: there is no setting wall',
    ],
    [
      'a rule between settings',
      'monthlyBudget: 500',
      'monthlyBudget: 0',
      'prod: monthlyBudget is not positive',
    ],
  ])('reports %s with its line', async (_name, before, after, message) => {
    const text = deployments.replace(before, after);
    const line =
      text.split('\n').findIndex((each) => each.includes(after.trim().split('\n').at(-1)?.trim() ?? '')) + 1;
    const own = folderWith({ 'deployments.ts': text });
    expect(await folderErrors(own)).toEqual([`${fromRoot(join(own, 'deployments.ts'))}:${line}: ${message}`]);
  });

  it('reports a list that is no look-up list, with how to make one', async () => {
    const own = folderWith({ 'lookup/hs_ceeb.tsv': 'name\n' });
    expect((await folderErrors(own)).join()).toContain(
      `${join(own, 'lookup/hs_ceeb.tsv')} is no look-up list: make it with npx matricula ops import-schools.`,
    );
  });
});

/** Runs a command of the project in a checkout. */
function run(
  args: readonly string[],
  { cwd = root, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/main.ts', ...args], {
    cwd,
    // Empty, so that the choice in the checkout applies.
    env: { ...process.env, MATRICULA_UNIVERSITY: '', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the choice of a folder', () => {
  it.each([
    [
      'a wrong setting',
      'deployments.ts',
      "region: 'us-east-1'",
      "region: 'nowhere'",
      /deployments\.ts:\d+: dev: region is not an AWS region\n$/,
    ],
    ['a syntax error', 'university.ts', 'export default', 'export default =', /university\.ts:1: /],
  ])('is rejected with the line of %s', (_name, file, before, after, message) => {
    const own = folderWith({});
    writeFileSync(join(own, file), readFileSync(join(own, file), 'utf8').replace(before, after));
    const { status, stderr } = run(['check-forms'], { env: { MATRICULA_UNIVERSITY: own } });
    const checked = run(['ops', 'doctor', '--stage', 'dev'], { env: { MATRICULA_UNIVERSITY: own } });
    expect([status, checked.status]).toContain(1);
    expect(stderr + checked.stderr).toMatch(message);
  });

  const checkFolder = (path: string) => run(['check-forms'], { env: { MATRICULA_UNIVERSITY: path } });

  it('never falls back to the sample if the folder does not exist', () => {
    const path = join(folder, 'nowhere');
    expect(checkFolder(path)).toMatchObject({
      status: 1,
      stderr: `MATRICULA_UNIVERSITY names the folder ${path}, which does not exist. Make it with npx matricula ops init, or correct MATRICULA_UNIVERSITY.\n`,
    });
  });

  it('is rejected if the folder lacks a file', () => {
    const own = folderWith({});
    rmSync(join(own, 'lookup/address.tsv'));
    expect(checkFolder(own)).toMatchObject({
      status: 1,
      stderr: `${join(own, 'lookup/address.tsv')} is missing. Copy it from ${sample}.\n`,
    });
  });

  it('is rejected with the message of the compiler if a file has a type error', () => {
    const own = folderWith({ 'deployments.ts': 'export default 1 satisfies string;' });
    const { status, stderr } = checkFolder(own);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/deployments\.ts:1: TS1360: /)]);
  });

  it('applies to the form and to all other files of the folder', () => {
    expect(checkFolder(folderWith({}))).toMatchObject({ status: 0, stderr: '' });
    const pale = Object.fromEntries(
      ['extraLight', 'light', 'main', 'dark'].map((shade) => [shade, '#ffffff']),
    );
    const own = folderWith({
      'university.ts': asModule({ ...plain, theme: { ...plain.theme, primary: pale } }),
    });
    expect(checkFolder(own)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has a contrast of'),
    });
  });
});

it('a production deployment of the sample is refused, with what is left of it', () => {
  const { status, stderr } = run(['app'], { env: { CDK_CONTEXT_JSON: '{"stage":"prod"}' } });
  expect(status).toBe(1);
  expect(stderr).toContain("prod is a production deployment, and these are still the sample's:\n");
  for (const line of ['deployments.ts: mail.from', 'university.ts: name', 'university.ts: links.aid.href'])
    expect(stderr).toContain(`\n${line}\n`);
});

describe('npx matricula ops init', () => {
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    });

  /** A repository with the sources of this one, and a clone of it, in which an operator works. */
  function cloneOf(name: string) {
    const [upstream, clone] = [join(folder, `${name}-upstream`), join(folder, `${name}-clone`)];
    mkdirSync(upstream);
    const parts = 'bin lib lambdas shared web scripts cdk.json package.json package-lock.json tsconfig.json';
    for (const part of [...parts.split(' '), '.gitignore'])
      cpSync(join(root, part), join(upstream, part), { recursive: true });
    git(upstream, 'init', '--quiet');
    git(upstream, 'add', '.');
    git(upstream, 'commit', '--quiet', '--message', 'Sources');
    git(folder, 'clone', '--quiet', upstream, clone);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    return { upstream, clone };
  }

  const answers = ['--name', 'Desert Sky College', '--short-name', 'DSC', '--domain', 'desertsky.edu'].concat(
    [...['--sender', 'admissions@desertsky.edu', '--state', 'New Mexico', '--time-zone', 'America/Denver']],
  );

  it('makes a folder that an update of the clone leaves alone and that can be deployed after it', async () => {
    const { upstream, clone } = cloneOf('update');
    const own = join(folder, 'ours');
    expect(run(['ops', 'init', own, ...answers], { cwd: clone })).toMatchObject({ status: 0, stderr: '' });
    expect(run(['check-forms'], { cwd: clone })).toMatchObject({ status: 0, stderr: '' });
    const file = 'shared/universities/northern-lakes/university.ts';
    const newer = readFileSync(join(upstream, file), 'utf8').replace('Harbor Street', 'Pier Street');
    writeFileSync(join(upstream, file), newer);
    git(upstream, 'commit', '--quiet', '--all', '--message', 'The sample moves');
    const before = readFileSync(join(own, 'university.ts'), 'utf8');
    for (const line of ["name: 'Desert Sky College'", "state: 'New Mexico'"]) expect(before).toContain(line);
    git(clone, 'pull', '--quiet');
    expect(readFileSync(join(clone, file), 'utf8')).toContain('Pier Street');

    // `-c university` wins over the choice in .university.
    writeFileSync(join(clone, '.university'), sample);
    const cdk = join(clone, 'node_modules/aws-cdk/bin/cdk');
    const options = ['**', '--quiet', '--context', `university=${own}`, '--context', 'stage=dev'];
    execFileSync(process.execPath, [cdk, 'synth', ...options], {
      cwd: clone,
      env: { ...process.env, MATRICULA_UNIVERSITY: '', CDK_DISABLE_CLI_TELEMETRY: 'true' },
      stdio: 'pipe',
    });
    const assembly = join(clone, 'cdk.out');
    const data = join(folder, 'update-data');
    const cloud = await startLocalCloud({
      ...quickCloud,
      assembly,
      data,
      port: 0,
      reset: true,
      programs: {},
    });
    const page = await (await fetch(`${cloud.url}/about`)).text();
    await cloud.close();
    expect(page).toContain('Desert Sky College');
    expect(page).not.toContain('Northern Lakes');
    expect(git(clone, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(own, 'university.ts'), 'utf8')).toBe(before);
  });

  it.each([
    [
      'an invalid value',
      ['--short-name', 'Desert'],
      '--short-name Desert: two to four capitals are expected.',
    ],
    [
      'a missing value without a terminal',
      [],
      'Also required without a terminal: --name, --short-name, --domain, --sender, --state, --time-zone.',
    ],
  ])('rejects %s, and makes no folder', (_name, options, message) => {
    const { status, stderr } = run(['ops', 'init', join(folder, 'not-made'), ...options]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('takes a name with an apostrophe', async () => {
    const { clone } = cloneOf('apostrophe');
    const own = join(folder, 'with spaces');
    const renamed = answers.map((each) => (each === 'Desert Sky College' ? "Saint Mary's College" : each));
    expect(run(['ops', 'init', own, ...renamed], { cwd: clone })).toMatchObject({ status: 0, stderr: '' });
    expect(run(['check-forms'], { cwd: clone })).toMatchObject({ status: 0, stderr: '' });
    const made = await import(join(own, 'university.ts'));
    expect(made.default).toMatchObject({ id: 'saint-mary-s-college', name: "Saint Mary's College" });
  });

  it('rejects a folder that is not empty', () => {
    const { status, stderr } = run(['ops', 'init', sample, ...answers]);
    expect([status, stderr]).toEqual([1, `${sample} is not empty. Choose a folder that does not exist.\n`]);
  });
});
