import { join } from 'node:path';
import { withLock } from '../local-cloud/lock.ts';
import { root } from './root.ts';

/**
 * Every build writes into dist, so a second build of the same checkout prints a message and waits for the
 * first.
 */
export const withBuildLock = <T>(work: () => Promise<T>): Promise<T> =>
  withLock(join(root, '.cache/building'), work, (owner) =>
    console.error(`Waiting for process ${owner}, which is building in this checkout.`),
  );
