import type { PendingPackage } from '../../shared/api/operator.ts';
import { type PendingDelivery, pendingDeliveries, retryDelivery } from '../store/deliveries.ts';

/** Maximum packages in one response, and maximum that one call starts again. */
const listedAtOnce = 1_000;
const redrivenAtOnce = 200;

const hasFailed = ({ failed_at }: PendingDelivery): boolean => failed_at !== undefined;

const shown = ({ username, sub: _, next_at, failed_at, ...rest }: PendingDelivery): PendingPackage => ({
  ...{ user: username, confirmation: rest.confirmation, submitted_at: rest.submitted_at },
  ...{ tries: rest.tries, reason: rest.reason },
  ...(failed_at === undefined && { next_at: new Date(next_at).toISOString() }),
});

/**
 * Lists undelivered packages: first the failed ones, which are no longer retried, and each group by oldest
 * submission.
 */
export async function listPackages() {
  const all = (await pendingDeliveries()).toSorted(
    (one, other) =>
      Number(hasFailed(other)) - Number(hasFailed(one)) || (one.submitted_at < other.submitted_at ? -1 : 1),
  );
  return {
    packages: all.slice(0, listedAtOnce).map(shown),
    total: all.length,
  };
}

/**
 * Restarts the delivery of all failed packages, or of the package of one address. The scheduled runs deliver
 * them within a minute.
 */
export async function redrivePackages(username: string | undefined) {
  const all = await pendingDeliveries();
  const chosen =
    username === undefined ? all.filter(hasFailed) : all.filter((each) => each.username === username);
  const batch = chosen.slice(0, redrivenAtOnce);
  const done = await Promise.all(batch.map(({ sub }) => retryDelivery(sub)));
  return { redriven: done.filter(Boolean).length, left: chosen.length - batch.length };
}
