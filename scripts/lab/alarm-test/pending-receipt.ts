import { randomUUID } from 'node:crypto';
import type { LocalCloud } from '../../local-cloud/index.ts';
import { putItems } from './put-items.ts';

const twoHoursMs = 2 * 3_600_000;

/**
 * Puts the items of an applicant who submitted two hours ago, while mail was down (lambdas/store/outbox.ts).
 */
export async function addPendingReceipt(
  cloud: LocalCloud,
  username = 'alarm-test@example.org',
): Promise<void> {
  const sub = randomUUID();
  const receipt = {
    pk: `APP#${sub}`,
    sk: 'OUTBOX#submit',
    confirmation: 'DRILL',
    submitted_at: new Date(Date.now() - twoHoursMs).toISOString(),
  };
  const pending = { pk: `PENDING#${sub[0]}`, sk: sub, username, host: new URL(cloud.url).host };
  await putItems(cloud, [receipt, pending]);
}
