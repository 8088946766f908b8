import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/root.ts';
import { withCopy } from '../source-copy/copy.ts';
import { runProgram } from '../source-copy/run-program.ts';

/**
 * The included partner has no deadlines. This one has deadlines relative to the clock that the screen sets.
 */
const deadlines =
  "deadlines: [{ id: 'regular', label: 'Regular decision', at: '2027-01-15T23:59', graceMinutes: 60, warnDays: [7] }],";
export const twoDaysBefore = new Date('2027-01-13T12:00:00-05:00');

/** Builds the product of a university with a deadline from a temporary copy of the source. */
export const withDeadline = (work: (assembly: string) => Promise<void>): Promise<void> =>
  withCopy(root, async (copy) => {
    const file = join(copy, 'shared/partners/northern-lakes.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('  terms:', `  ${deadlines}\n  terms:`));
    const { signal } = new AbortController();
    const said = await runProgram(copy, ['scripts/main.ts', 'assemble'], { signal });
    await work(said.trim().split('\n').at(-1) ?? '');
  });
