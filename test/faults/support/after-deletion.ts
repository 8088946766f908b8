import { endErasures } from './clocks.ts';
import { idOf } from './memory-users.ts';
import { expectKept } from './promises.ts';
import { type Applicant, markOf, type Name, usernameOf, type World } from './world.ts';

/** Milliseconds. Longer than the delay after which an erasure checks for files that arrived late. */
const settling = 16 * 60_000;
/**
 * One run begins the erasure, one finds what is left, one finds nothing. One more for a file that arrived
 * late.
 */
const runsNeeded = 4;

/** Finishes every erasure that was begun, even if a function died. */
export async function finishErasures(world: World): Promise<void> {
  const { cloud, applicants } = world;
  if (!Object.values(applicants).some(({ facts }) => facts.mayBeErased)) return;
  for (let run = 0; run < runsNeeded; run++) {
    await endErasures(world);
    cloud.time.advance(settling);
  }
  const left = [...cloud.table.itemsUnder('ERASURE#')];
  expectKept('erased', left.length === 0, () => `An erasure does not end: ${JSON.stringify(left)}`);
}

/**
 * Returns true if the account is deleted. Throws if it was deleted without a request, or by an applicant who
 * had already submitted.
 */
export function isGone({ cloud }: World, { name, facts }: Applicant): boolean {
  const isThere = cloud.users.has(usernameOf(name));
  const by = facts.erasing.filter(({ outcome }) => outcome !== 'refused').map((each) => each.by);
  const mayBe = by.includes('office') || (by.includes('applicant') && facts.receipts.size === 0);
  expectKept('erased', isThere || mayBe, () => `${name} is gone, and asked for: ${by.join(', ')}`);
  expectKept('erased', !isThere || !facts.isErased(Infinity), () => `${name} is still there.`);
  return !isThere;
}

interface Notice {
  readonly kind: unknown;
  readonly username: unknown;
}

/** Kinds of mail to an erased applicant. They keep the address until they are sent. */
const mailsAbout: readonly unknown[] = ['deletion-asked', 'erased'];

/**
 * Returns stored data that is left of a deleted applicant, without exceptions: the audit log, which has no
 * answers, and mails that are not sent yet.
 */
function leftOf({ cloud: { table, buckets } }: World, name: Name): readonly string[] {
  const [mark, id, address] = [markOf(name), idOf(usernameOf(name)), usernameOf(name)];
  const items = [...table.itemsUnder('')]
    .filter(
      ({ pk, about }) => pk !== 'OUTBOX#mail' || !mailsAbout.includes((about as Notice | undefined)?.kind),
    )
    .filter((item) => {
      const text = JSON.stringify(item);
      const isAuditLog = [id, 'operators'].includes(String(item.pk)) || /^@/.test(String(item.pk));
      return text.includes(mark) || (!isAuditLog && (text.includes(id) || text.includes(address)));
    });
  const files = ['uploads', 'documents', 'packages'].flatMap((bucket) =>
    buckets
      .in(bucket)
      .filter(([key, bytes]) => key.includes(id) || String(bytes).includes(mark))
      .map(([key]) => `${bucket}/${key}`),
  );
  return [...items.map((item) => JSON.stringify(item)), ...files];
}

/** Checks that no data is left, and that an applicant erased by the office gets exactly one mail. */
export function checkGone(world: World, { name, facts }: Applicant): void {
  const left = leftOf(world, name);
  expectKept('erased', left.length === 0, () => `${name} is erased, but ${left.join('\n')} is left.`);
  const pending = [...world.cloud.table.itemsUnder('OUTBOX#mail')].filter(({ about }) => {
    const { kind, username } = about as Notice;
    return kind === 'erased' && username === usernameOf(name);
  });
  // One that a function sent before it died is sent again.
  const isSent = world.cloud.mails.some(
    ({ to, subject }) => to === usernameOf(name) && subject.endsWith('your application was deleted'),
  );
  const mails = Math.max(pending.length, Number(isSent));
  const by = facts.erasing.filter(({ outcome }) => outcome !== 'refused').map((each) => each.by);
  const [least, most] = [by.includes('applicant') ? 0 : 1, by.includes('office') ? 1 : 0];
  expectKept(
    'erased',
    mails >= least && mails <= most,
    () => `${mails} mails say that ${name} is erased, instead of ${least} to ${most}.`,
  );
}
