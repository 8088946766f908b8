import type { FailingDelivery, PendingPackage } from '../../shared/api/operator.ts';
import { type PendingDelivery, pendingDeliveries, retryDelivery } from '../store/deliveries.ts';
import { deliveryStates, retryDeliveryBatch } from '../store/delivery-states.ts';
import type { DeliveryState } from '../store/items.ts';

/** Maximum packages in one response, and maximum that one call starts again. */
const listedAtOnce = 1_000;
const redrivenAtOnce = 200;

const hasFailed = ({ failed_at }: PendingDelivery): boolean => failed_at !== undefined;

const shown = ({ username, sub: _, next_at, failed_at, ...rest }: PendingDelivery): PendingPackage => ({
  ...{ user: username, confirmation: rest.confirmation, submitted_at: rest.submitted_at },
  ...{ tries: rest.tries, reason: rest.reason },
  ...(failed_at === undefined && { next_at: new Date(next_at).toISOString() }),
});

const shownDelivery = ({ sk, batch, tries, reason, next_at, failed_at }: DeliveryState): FailingDelivery => ({
  ...{ name: sk, files: batch?.files.length ?? 0, tries, reason },
  ...(failed_at === undefined && { next_at: new Date(next_at).toISOString() }),
});

/** The pushes to the university's systems whose last try failed. */
async function failingDeliveries(): Promise<readonly FailingDelivery[]> {
  const failing = (await deliveryStates()).filter(({ reason }) => reason !== undefined);
  return failing.map(shownDelivery);
}

/** Restarts the pushes that are no longer retried, and returns their number. */
async function redriveDeliveries(): Promise<number> {
  const failed = (await deliveryStates()).filter(({ failed_at }) => failed_at !== undefined);
  const done = await Promise.all(failed.map(({ sk }) => retryDeliveryBatch(sk)));
  return done.filter(Boolean).length;
}

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
    deliveries: await failingDeliveries(),
  };
}

/**
 * Restarts the delivery of all failed packages and all failed pushes, or of the package of one address. The
 * scheduled runs deliver them within a minute.
 */
export async function redrivePackages(username: string | undefined) {
  const all = await pendingDeliveries();
  const chosen =
    username === undefined ? all.filter(hasFailed) : all.filter((each) => each.username === username);
  const batch = chosen.slice(0, redrivenAtOnce);
  const done = await Promise.all(batch.map(({ sub }) => retryDelivery(sub)));
  const deliveries = username === undefined ? await redriveDeliveries() : 0;
  return { redriven: done.filter(Boolean).length, left: chosen.length - batch.length, deliveries };
}
