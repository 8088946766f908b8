import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { counter, sayDuration, step } from '../../scripts/command-line/progress.ts';
import { commands, helpOf } from '../support/commands.ts';

const root = resolve(import.meta.dirname, '../..');

const run = (...args: readonly string[]) =>
  new Promise<{ code: number; out: string; error: string }>((done) => {
    execFile(process.execPath, ['scripts/main.ts', ...args], { cwd: root }, (failure, out, error) =>
      done({ code: Number(failure?.code ?? 0), out, error }),
    );
  });

/** Commands that run something, without groups. */
const runnable = [...commands].filter(([, command]) => command.commands.length === 0);

describe('the commands', () => {
  it('of package.json are exactly the npm scripts', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const calls = Object.keys(scripts).map((name) =>
      /^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`,
    );
    expect([...commands.keys()].filter((call) => call.startsWith('npm ')).sort()).toEqual(calls.sort());
  });

  it.each(runnable)(
    '%s has a sentence, a meaning for each option and argument, and an example',
    (call, command) => {
      expect(command.description()).toMatch(/^[A-Z].*\.$/);
      for (const { flags, description } of command.options) expect(description, flags).toMatch(/^[a-z'-]/);
      for (const argument of command.registeredArguments)
        expect(argument.description, argument.name()).not.toBe('');
      expect(helpOf(command)).toMatch(new RegExp(`^Example: .*${call}`, 'm'));
    },
  );

  it.each(runnable)('%s has an example with options that exist', (_call, command) => {
    const [, example = ''] = /^Example: (.+)$/m.exec(helpOf(command)) ?? [];
    const given = [...example.matchAll(/ (--[a-z][a-z-]*)/g)].map(([, option = '']) => option);
    const known = command.options.map(({ long }) => long);
    expect(known).toEqual(expect.arrayContaining(given));
    const required = command.options.filter(({ mandatory }) => mandatory).map(({ long }) => long);
    expect(required.filter((option) => !given.includes(option ?? ''))).toEqual([]);
  });

  it('print their help with --help instead of starting, and end with 0', async () => {
    const { code, out, error } = await run('staff', 'export', '--help');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('Usage: npx matricula staff export --out <folder> [options]');
    expect(out).toContain('--without-pdfs');
    expect((await run('ops', 'check', '-h')).out).toContain('Usage: npx matricula ops check');
  });

  it('are listed when none is named, and an unknown one ends with 2', async () => {
    expect((await run()).out).toMatch(/^ {2}npm run lint +Checks style/m);
    expect((await run('privacy', '--help')).out).toMatch(
      /^ {2}end-sessions +Logs an applicant or a person of the staff out on every device\.$/m,
    );
    expect(await run('deploy')).toEqual({
      code: 2,
      out: '',
      error: "Unknown command 'deploy'\nUsage: npx matricula <command>\nMore: npx matricula --help\n",
    });
    expect(await run('staff', 'lnk')).toMatchObject({
      code: 2,
      error: expect.stringContaining('Did you mean link?'),
    });
  });

  it.each([
    [['ops', 'import-schools', 'x.csv'], '--category is required: the look-up list.'],
    [['staff', 'checklist'], '<file> is required: a CSV file with the columns'],
    [['staff', 'list', '--limit', 'x'], '--limit x: a whole number is expected.'],
    [['staff', 'list', '--status', 'lost'], '--status lost: Allowed choices are submitted, draft.'],
    [['staff', 'show', '--bogus'], "Unknown option '--bogus'"],
    [['privacy', 'audit-log'], 'Give either --user or --operators.'],
  ])('%j end with the problem, the usage and the way to the help', async (args, message) => {
    const { code, error, out } = await run(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const call = `npx matricula ${args.slice(0, 2).join(' ')}`;
    const [first, usage, more, ...rest] = error.trimEnd().split('\n');
    expect(first).toContain(message);
    expect(usage).toContain(`Usage: ${call}`);
    expect(more).toBe(`More: ${call} --help`);
    expect(rest).toEqual([]);
  });

  it('load no client of AWS when they print their help', () => {
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ resolve: (name, context, next) => (console.error(name), next(name, context)) });`;
    const hook = `--import=data:text/javascript,${encodeURIComponent(hooks)}`;
    const args = [hook, 'scripts/main.ts', 'staff', 'export', '--help'];
    const { stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stderr).toContain('program.ts');
    expect(stderr).not.toMatch(/@aws-sdk|aws-cdk|zod|partners|local-cloud|playwright/);
  });
});

describe('the completion', () => {
  it('of Bash completes groups, commands and options', () => {
    const script = execFileSync(process.execPath, ['scripts/main.ts', 'completion', 'bash'], {
      cwd: root,
      encoding: 'utf8',
    });
    const complete = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _matricula; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(complete('npx', 'matricula', 'priv')).toBe('privacy');
    expect(complete('matricula', 'staff', 're')).toBe('revoke-link');
    expect(complete('npx', 'matricula', 'staff', 'export', '--out', 'november', '--with')).toBe(
      '--without-pdfs',
    );
  });
});

describe('the time that commands print', () => {
  it.each([
    [400, '0.4 s'],
    [9_900, '9.9 s'],
    [12_300, '12 s'],
    [185_000, '3 min 5 s'],
  ])('%i ms took %s', (milliseconds, said) => {
    expect(sayDuration(milliseconds)).toBe(said);
  });

  it('says when a step begins and how long it took, and counts what is done', async () => {
    const said: string[] = [];
    const log = vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
    expect(await step('Building', () => 7)).toBe(7);
    const { add } = counter('Screens', 2);
    add();
    add();
    log.mockRestore();
    expect(said).toEqual(['Building ...', 'Building: done in 0.0 s', 'Screens: 2 of 2']);
  });
});
