import { randomUUID } from 'node:crypto';
import type { LocalCloud } from '../../local-cloud/index.ts';
import { putItems } from './put-items.ts';

const twoHoursMs = 2 * 3_600_000;

/** Puts the items of an application whose delivery failed nine times (lambdas/store/deliveries.ts). */
export async function addPendingPackage(cloud: LocalCloud): Promise<void> {
  const sub = randomUUID();
  const submitted_at = new Date(Date.now() - twoHoursMs).toISOString();
  const receipt = { confirmation: 'DRILL', submitted_at };
  const pending = { username: 'alarm-test@example.org', ...receipt, tries: 9, next_at: 0 };
  await putItems(cloud, [{ pk: `DELIVERY#${sub[0]}`, sk: sub, ...pending }]);
}
