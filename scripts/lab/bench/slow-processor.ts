import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of each turn: as long as a program runs before the next one does. */
const [running, pausing] = [5, 15];

/**
 * Stops a group of processes for three quarters of the time while `work` runs. Chromium's own throttling
 * slows down the page, but no worker.
 *
 * @param group The process group's id
 */
export async function withSlowProcessor<T>(group: number, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const turns = (async () => {
    while (!isOver) {
      process.kill(-group, 'SIGSTOP');
      await pause(pausing);
      process.kill(-group, 'SIGCONT');
      await pause(running);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await turns;
  }
}
