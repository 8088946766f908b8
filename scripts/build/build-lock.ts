import { join } from 'node:path';
import { inTurn } from '../local-cloud/lock.ts';
import { root } from './root.ts';

/** Every build writes into dist, so that a second one of the same checkout waits, and says for whom. */
export const buildInTurn = <T>(work: () => Promise<T>): Promise<T> =>
  inTurn(join(root, '.cache/building'), work, (owner) =>
    console.error(`Waiting for process ${owner}, which is building in this folder.`),
  );
