import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { printTable } from '../../scripts/command-line/table.ts';
import { commands } from '../support/commands.ts';
import { runCommand } from '../support/run-here.ts';

it('the commands of package.json are exactly the npm scripts, and each command says what it does', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const calls = Object.keys(scripts).map((name) =>
    /^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`,
  );
  expect([...commands.keys()].filter((call) => call.startsWith('npm ')).sort()).toEqual(calls.sort());
  for (const [call, command] of commands) expect(command.description(), call).toMatch(/^[A-Z].*\.$/);
});

it.each([
  [['deploy'], 2, "Unknown command 'deploy'"],
  [['staff', 'checklist'], 1, '<file> is required: a CSV file with the columns'],
  [['staff', 'list', '--limit', 'x'], 1, '--limit x: a whole number is expected.'],
  [['staff', 'list', '--status', 'lost'], 1, '--status lost: Allowed choices are submitted, draft.'],
  [['privacy', 'audit-log'], 1, 'Give either --user or --operators.'],
])('%j prints the problem, the usage and the way to the help', async (args, expected, message) => {
  const { code, error, out } = await runCommand(...args);
  expect({ code, out }).toEqual({ code: expected, out: '' });
  expect(error).toContain(message);
  expect(error).toMatch(/^Usage: npx matricula.*\nMore: npx matricula.* --help$/m);
});

it('a table aligns its columns, and replaces the control characters of an applicant', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  printTable([
    ['Name', 'Email'],
    ['A\u001b[2Jda\n', '\u202egro.elpmaxe@a'],
  ]);
  expect(log.mock.calls.flat()).toEqual(['Name      Email', 'A [2Jda    gro.elpmaxe@a']);
  log.mockRestore();
});
