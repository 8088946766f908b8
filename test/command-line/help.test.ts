import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { commandNames, helpOf } from '../../scripts/command-line/help.ts';
import { sayMoment } from '../../scripts/command-line/moment.ts';
import { counter, sayDuration, step } from '../../scripts/command-line/progress.ts';

const root = resolve(import.meta.dirname, '../..');

const run = (...args: readonly string[]) =>
  new Promise<{ code: number; out: string; error: string }>((done) => {
    execFile(process.execPath, ['scripts/main.ts', ...args], { cwd: root }, (failure, out, error) =>
      done({ code: Number(failure?.code ?? 0), out, error }),
    );
  });

describe('the commands', () => {
  it('are those of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    expect([...commandNames].sort()).toEqual(Object.keys(scripts).sort());
  });

  it.each(commandNames)('%s explains itself with its usage and an example', (name) => {
    const help = helpOf(name);
    expect(help).toMatch(/^[A-Z].*\.\n/);
    expect(help).toMatch(new RegExp(`^Usage: npm (run )?${name}`, 'm'));
    expect(help).toMatch(new RegExp(`^Example: npm (run )?${name}`, 'm'));
  });

  it('print their help with --help instead of starting, and end with 0', async () => {
    const { code, out, error } = await run('service-token', '--help');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain(
      'Usage: npm run service-token -- --user EMAIL | --users FILE --purpose TEXT [--ttl 15m] [--json]',
    );
    expect(out).toContain('--revoke ID');
    expect((await run('check', '-h')).out).toContain('Reports what a deployment would refuse');
  });

  it('are listed when none is named or it does not exist', async () => {
    expect((await run()).out).toMatch(/npm run end-sessions +Logs an applicant out on every device\./);
    const { code, error, out } = await run('deploy');
    expect({ code, error }).toEqual({ code: 2, error: 'There is no command "deploy".\n\n' });
    expect(out).toContain('npm start');
  });

  it('end an error about their options with how they are called', async () => {
    const { code, error } = await run('import-lookup', '--category', 'zoo');
    expect(code).toBe(1);
    expect(error).toContain('Name a category: --category college_ceeb, hs_ceeb, address.');
    expect(error).toContain('Usage: npm run import-lookup -- --category NAME');
  });
});

describe('what commands say about time', () => {
  it.each([
    [400, '0.4 s'],
    [9_900, '9.9 s'],
    [12_300, '12 s'],
    [185_000, '3 min 5 s'],
  ])('%i ms took %s', (milliseconds, said) => {
    expect(sayDuration(milliseconds)).toBe(said);
  });

  it('names a moment of today by its time and distance, and any other with its day', () => {
    const now = new Date(2026, 10, 22, 22, 33, 0);
    expect(sayMoment(new Date(2026, 10, 22, 22, 48, 0), now)).toMatch(/^10:48\sPM \S+, in 15 minutes$/);
    expect(sayMoment(new Date(2026, 10, 22, 22, 34, 30), now)).toMatch(/in 90 seconds$/);
    expect(sayMoment(new Date(2026, 10, 23, 0, 3, 0), now)).toMatch(
      /^Nov 23, 2026, 12:03\sAM, in 90 minutes$/,
    );
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
