import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { leftFromSample } from '../../lib/config/sample.ts';
import { folderErrors } from '../../scripts/build/check-university.ts';
import { fromRoot, root } from '../../scripts/build/root.ts';
import { sample } from '../../scripts/build/university.ts';
import { startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { university as partner } from '../../shared/partners/index.ts';
import { quickCloud } from '../support/quick-cloud.ts';
import { asModule, universities as folder, folderWith, plain } from '../support/university-folder.ts';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const deadline = { id: 'early', label: 'Early', at: '2027-02-01T23:59', graceMinutes: 0, warnDays: [] };

describe('the check of a university', () => {
  it.each<[name: string, changes: object, fault: string]>([
    ['no name', { name: undefined }, 'name: text is missing'],
    [
      'a color given by name',
      { theme: { ...plain.theme, error: { ...plain.theme.error, main: 'red' } } },
      'theme.error.main: a color is written #rrggbb',
    ],
    [
      'a sixth college',
      { limits: { ...plain.limits, colleges: 6 } },
      'limits.colleges: at most 5: the form has no keys for more',
    ],
    [
      'one code for two majors',
      {
        majors: [
          ['A', 'Art'],
          ['A', 'Algebra'],
        ],
      },
      'majors: the code A is used for two options',
    ],
    [
      'a step with an unknown code',
      { nextSteps: [{ title: 'Aid', text: 'Code {fafsa} or {css}.' }] },
      'nextSteps.0.text: braces hold collegeBoard, act, fafsa or decisionDay',
    ],
    [
      'a deadline on a day that does not exist',
      { deadlines: [{ ...deadline, at: '2027-02-30T23:59' }] },
      'deadlines.0.at: not an existing date',
    ],
    [
      'a link into a script',
      { footerLinks: [{ label: 'Aid', href: 'javascript:alert(1)' }] },
      'footerLinks.0.href: an address that begins with https:// or mailto:',
    ],
    ['a misspelled setting', { namme: 'x' }, 'namme: unknown: namme'],
  ])('reports %s with its path and the reason', async (_name, changes, fault) => {
    const errors = await folderErrors(folderWith({ 'university.ts': asModule({ ...plain, ...changes }) }));
    expect(errors.map((error) => error.replace(/^.*university\.ts(:\d+)?: /, ''))).toContain(fault);
  });

  it('names the line to edit', async () => {
    const wrong = { ...plain, theme: { ...plain.theme, error: { ...plain.theme.error, main: 'red' } } };
    const text = asModule(wrong);
    const line = text.split('\n').findIndex((each) => each.includes('"main": "red"')) + 1;
    expect(line).toBeGreaterThan(1);
    const errors = await folderErrors(folderWith({ 'university.ts': text }));
    expect(errors.join()).toContain(`university.ts:${line}: theme.error.main: `);
  });

  it("finds texts that are still the sample's, without stopping a build", async () => {
    const copied = { ...plain, help: [`Write to ${partner.name}.`], phone: partner.phone };
    expect(leftFromSample(copied)).toEqual(expect.arrayContaining(['phone', 'help.0']));
    expect(leftFromSample(copied)).not.toContain('name');
    expect(await folderErrors(folderWith({ 'university.ts': asModule(copied) }))).toEqual([]);
  });

  it('reports a wrong setting of a deployment with its line', async () => {
    const text = readFileSync(join(sample, 'deployments.ts'), 'utf8').replace("'us-east-1'", "'nowhere'");
    const line = text.split('\n').findIndex((each) => each.includes("'nowhere'")) + 1;
    const own = folderWith({ 'deployments.ts': text });
    const place = `${fromRoot(join(own, 'deployments.ts'))}:${line}`;
    expect(await folderErrors(own)).toEqual([`${place}: dev: region is not an AWS region`]);
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
  const checkFolder = (path: string) => run(['check-forms'], { env: { MATRICULA_UNIVERSITY: path } });

  it('never falls back to the sample if the folder does not exist', () => {
    const path = join(folder, 'nowhere');
    expect(checkFolder(path)).toMatchObject({
      status: 1,
      stderr: `MATRICULA_UNIVERSITY names the folder ${path}, which does not exist. Make it with npx matricula ops init, or correct MATRICULA_UNIVERSITY.\n`,
    });
  });

  it('is rejected with the message of the compiler if a file has a type error', () => {
    const own = folderWith({
      'deployments.ts': `export const wrong: string = 1;\n${readFileSync(join(sample, 'deployments.ts'), 'utf8')}`,
    });
    const { status, stderr } = checkFolder(own);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/deployments\.ts:1: TS2322: /)]);
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
      stderr: expect.stringMatching(/university\.ts:\d+: .+ has a contrast of/),
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
    // It builds the product in the clone.
  }, 600_000);

  it('rejects an invalid value, and makes no folder', () => {
    const { status, stderr } = run(['ops', 'init', join(folder, 'not-made'), '--short-name', 'Desert']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('two to four capitals are expected.')]);
    expect(existsSync(join(folder, 'not-made'))).toBe(false);
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
});
