import { endErasures } from './clocks.ts';
import { idOf } from './memory-users.ts';
import { expectKept } from './promises.ts';
import { type Applicant, markOf, type Name, usernameOf, type World } from './world.ts';

/** Milliseconds. Longer than the time after which an erasure looks whether anything arrived late. */
const settling = 16 * 60_000;
/**
 * One begins it, one finds what was still there, one finds nothing; once more for a file that arrived late.
 */
const runsNeeded = 4;

/** Every erasure that was begun ends, whatever died. */
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

/** Whether the account is gone. Nobody is gone who did not ask, and nobody who asked after submitting. */
export function isGone({ cloud }: World, { name, facts }: Applicant): boolean {
  const isThere = cloud.users.has(usernameOf(name));
  const by = facts.erasing.filter(({ outcome }) => outcome !== 'refused').map((each) => each.by);
  const mayBe = by.includes('office') || (by.includes('applicant') && facts.receipts.size === 0);
  expectKept('erased', isThere || mayBe, () => `${name} is gone, and asked for: ${by.join(', ')}`);
  expectKept('erased', !isThere || !facts.isErased(Infinity), () => `${name} is still there.`);
  return !isThere;
}

/** The mails to whom is erased, which wait with the address until they are sent. */
const mailsAbout: readonly unknown[] = ['deletion-asked', 'erased'];

/**
 * The remains of a deleted applicant. The audit log stays, without an answer, and so do mails that were not
 * sent yet.
 */
function leftOf({ cloud: { table, buckets } }: World, name: Name): readonly string[] {
  const [mark, id, address] = [markOf(name), idOf(usernameOf(name)), usernameOf(name)];
  const items = [...table.itemsUnder('')]
    .filter(({ pk, kind }) => pk !== 'NOTICES' || !mailsAbout.includes(kind))
    .filter((item) => {
      const text = JSON.stringify(item);
      const isAuditLog = String(item.pk).startsWith('LOG#');
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

/** Nothing is left, and who was erased by the office is told once. */
export function checkGone(world: World, { name, facts }: Applicant): void {
  const left = leftOf(world, name);
  expectKept('erased', left.length === 0, () => `${name} is erased, but ${left.join('\n')} is left.`);
  const mails = [...world.cloud.table.itemsUnder('NOTICES')].filter(
    ({ kind, username }) => kind === 'erased' && username === usernameOf(name),
  ).length;
  const by = facts.erasing.filter(({ outcome }) => outcome !== 'refused').map((each) => each.by);
  const [least, most] = [by.includes('applicant') ? 0 : 1, by.includes('office') ? 1 : 0];
  expectKept(
    'erased',
    mails >= least && mails <= most,
    () => `${mails} mails say that ${name} is erased, instead of ${least} to ${most}.`,
  );
}
