import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { withLock } from '../lock.ts';

// Works for a while under a lock and logs its steps to a file. Runs in a separate process.

const [lock = '', notes = '', ms = '0'] = process.argv.slice(2);
const note = (what: string) => appendFileSync(notes, `${what}\n`);

await withLock(
  lock,
  async () => {
    note('begins');
    await pause(Number(ms));
    note('ends');
  },
  (owner) => note(`waits for ${owner}`),
);
