import type { PendingWorkReply } from '../../shared/api/operator.ts';
import type { PendingWork } from '../table/items.ts';
import { pendingIn, restartWork } from '../table/outbox.ts';

/** Maximum work in one response, and maximum that one call starts again. */
const listedAtOnce = 1_000;
const redrivenAtOnce = 200;

const hasFailed = ({ failed_at }: PendingWork): boolean => failed_at !== undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function shown({ kind, about, added_at, tries, reason, next_at, failed_at }: PendingWork): PendingWorkReply {
  const detail = typeof about.detail === 'object' ? { ...about.detail } : {};
  const { confirmation, username }: Readonly<Record<string, unknown>> = { ...detail, ...about };
  return {
    ...{ kind, user: text(username), confirmation: text(confirmation), added_at, tries, reason },
    ...(failed_at === undefined && { next_at: new Date(next_at).toISOString() }),
  };
}

const allPending = async (): Promise<readonly PendingWork[]> =>
  (await Promise.all([pendingIn('systems'), pendingIn('mail')])).flat();

/**
 * Lists work that is not done: first what failed and is no longer tried, and each group by its age.
 */
export async function listWork() {
  const all = (await allPending()).toSorted(
    (one, other) =>
      Number(hasFailed(other)) - Number(hasFailed(one)) || (one.added_at < other.added_at ? -1 : 1),
  );
  return { work: all.slice(0, listedAtOnce).map(shown), total: all.length };
}

/** Restarts all work that failed, or the work about one address. The scheduled runs do it within a minute. */
export async function redriveWork(username: string | undefined) {
  const all = await allPending();
  const chosen =
    username === undefined ? all.filter(hasFailed) : all.filter(({ about }) => about.username === username);
  const batch = chosen.slice(0, redrivenAtOnce);
  const done = await Promise.all(batch.map(restartWork));
  return { redriven: done.filter(Boolean).length, left: chosen.length - batch.length };
}
