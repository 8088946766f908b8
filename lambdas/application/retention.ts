import { type PoolUser, readUser } from '../aws/cognito-user.ts';
import { allUsers, type ListedUser } from '../aws/user-list.ts';
import { now } from '../runtime/clock.ts';
import { applicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import type { Erasure } from '../store/items.ts';
import { addressJournal } from '../store/journal.ts';
import { submissionTime } from '../store/submission-time.ts';
import { goOnWith } from './erase.ts';

// What ends by itself (docs/endings.md): accounts that nobody confirmed, and submitted applications after the university's years.

const day = 86_400_000;
/** Milliseconds after a sign-up, in which its owner can still ask for another code. */
const unconfirmedTime = 30 * day;

type Reason = Extract<Erasure['reason'], 'never-confirmed' | 'years-over'>;

/** The same day so many years ago, as ISO 8601: dates are compared as text. */
function yearsAgo(years: number): string {
  const then = new Date(now());
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then.toISOString();
}

async function isOver(applicant: string, years: number): Promise<boolean> {
  const submitted = await submissionTime(applicantId.parse(applicant));
  return submitted !== undefined && submitted < yearsAgo(years);
}

/** Why somebody's data end now; undefined when they stay. */
async function reasonFor({ status, created, applicant }: ListedUser): Promise<Reason | undefined> {
  if (status === 'UNCONFIRMED') {
    const since = created === undefined ? now() : Date.parse(created);
    return since < now() - unconfirmedTime ? 'never-confirmed' : undefined;
  }
  const years = partner().retention?.submittedYears;
  if (years === undefined || applicant === undefined) return undefined;
  return (await isOver(applicant, years)) ? 'years-over' : undefined;
}

/** Somebody may have confirmed the account since the list was made. */
const isStill = (reason: Reason, user: PoolUser): boolean =>
  reason !== 'never-confirmed' || user.status === 'UNCONFIRMED';

async function endNow(email: string, reason: Reason): Promise<void> {
  const user = await readUser(email);
  if (user === undefined || !isStill(reason, user)) return;
  await goOnWith({
    sk: user.sub,
    reason,
    asked_at: new Date(now()).toISOString(),
    user: user.name,
    address_log: await addressJournal(email),
  });
}

async function endIfOver(user: ListedUser): Promise<void> {
  try {
    const reason = await reasonFor(user);
    if (reason !== undefined && user.email !== undefined) await endNow(user.email, reason);
  } catch (error) {
    log({
      level: 'error',
      event: 'retention failed',
      applicant: user.applicant,
      error: describeError(error),
    });
  }
}

/** Goes through all users, page by page, and returns how many there were; undefined when `end` came first. */
async function countUntil(end: number): Promise<number | undefined> {
  let users = 0;
  for await (const user of allUsers()) {
    if (now() > end) return undefined;
    users += 1;
    await endIfOver(user);
  }
  return users;
}

/**
 * Erases those whose time is over by the list of everything that is held, until `end` in milliseconds since 1970. What fails for one is
 * logged, and tried again the next night.
 */
export async function endWhatIsOver(end: number): Promise<void> {
  try {
    const users = await countUntil(end);
    if (users === undefined) throw new Error('There are more users than one night has time for.');
    log({ level: 'info', event: 'retention done', users });
  } catch (error) {
    log({ level: 'error', event: 'retention failed', error: describeError(error) });
    throw error;
  }
}
