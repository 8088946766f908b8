import { randomUUID } from 'node:crypto';
import { type ListedUser, usersAfter } from '../aws/cognito.ts';
import { now, today } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { describeError, log } from '../runtime/log.ts';
import { type Operator, recordForOperators } from '../table/audit-log.ts';
import { expression, same, set } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { del, put, update } from '../table/table.ts';
import { endNow, endOf } from './retention.ts';

// Each night a pass over all users ends what is over. It counts first: a wrong setting or clock must not
// erase years of applications before an operator sees it.

/** A page with erasures may take longer than its run. */
const leaseSlackMs = 3 * 60_000;

/** Does something about one user. A failure is logged, and the next night tries again. */
async function withUser<T>(user: ListedUser, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const { applicant } = user;
    log({ level: 'error', event: 'retention.failed', applicant, error: describeError(error) });
    return undefined;
  }
}

/** Announces the end of a draft, and counts an application that is over. */
async function countUser(state: RetentionRun, user: ListedUser): Promise<RetentionRun> {
  const end = await withUser(user, () => endOf(user));
  return end === undefined ? state : { ...state, ends: state.ends + 1 };
}

/** Erases a user whose time is over, but no more applications than were counted. */
async function eraseUser(state: RetentionRun, user: ListedUser): Promise<RetentionRun> {
  const { email } = user;
  const end = await withUser(user, () => endOf(user));
  if (end === undefined || email === undefined || state.ends === 0) return state;
  await withUser(user, () => endNow(email, end));
  return { ...state, ends: state.ends - 1 };
}

const phases = { count: countUser, erase: eraseUser } as const;

/** The number of applications that may end in one night without an operator's approval. */
export const endsAllowed = (users: number): number => Math.max(50, Math.floor(users * 0.02));

class TooManyEnds extends Error {
  override readonly name = 'TooManyEnds';
}

/** The phase after one that has seen all users. Undefined after the last. */
function nextPhase(state: RetentionRun): RetentionRun | undefined {
  const { phase, users, ends, allowed } = state;
  if (phase === 'erase') return undefined;
  if (!allowed && ends > endsAllowed(users))
    throw new TooManyEnds(
      `${ends} of ${users} applications would end, and ${endsAllowed(users)} may without the word of an operator. None was erased.`,
    );
  return { ...state, phase: 'erase', users: 0, after: undefined };
}

async function throughPage(state: RetentionRun): Promise<RetentionRun | undefined> {
  const page = await usersAfter(state.after);
  let reached = state;
  for (const user of page.users) {
    reached = { ...(await phases[state.phase](reached, user)), users: reached.users + 1 };
  }
  return page.next === undefined ? nextPhase(reached) : { ...reached, after: page.next };
}

/** True for a page whose token was stored more than an hour ago. */
const isTokenExpired = (error: unknown, { after }: RetentionRun): boolean =>
  after !== undefined && error instanceof Error && error.name === 'InvalidParameterException';

/** The same phase from its first page. */
const phaseAgain = (state: RetentionRun): RetentionRun => ({
  ...{ ...state, users: 0, after: undefined },
  ends: state.phase === 'count' ? 0 : state.ends,
});

/** Goes on with a pass page by page until `end`, and leaves the rest to the next run. */
async function goThrough(begun: RetentionRun, end: number): Promise<void> {
  let state = begun;
  try {
    for (;;) {
      const next = await throughPage(state).catch((error: unknown) => {
        if (!isTokenExpired(error, state)) throw error;
        return phaseAgain(state);
      });
      if (next === undefined) {
        await endRetention(state);
        return log({ level: 'info', event: 'retention.finished', users: state.users });
      }
      state = next;
      const isOver = now() > end;
      if (!(await saveRetention(state, isOver ? 0 : end + leaseSlackMs)) || isOver) return;
    }
  } catch (error) {
    log({ level: 'error', event: 'retention.failed', error: describeError(error) });
    if (error instanceof TooManyEnds) await endRetention(state);
    else await saveRetention(state, 0);
    throw error;
  }
}

/**
 * Begins a pass over all users, until `end` in milliseconds since 1970: counts whose time is over, announces
 * the end of drafts, and then erases everything that is stored about them.
 */
export const expireOverdueApplications = async (end: number, isAllowed = false): Promise<void> =>
  goThrough(await beginRetention(end + leaseSlackMs, isAllowed), end);

/** Goes on with a pass that an earlier run did not finish. */
export async function continueRetention(end: number): Promise<void> {
  const state = await takeRetention(end + leaseSlackMs);
  if (state !== undefined) await goThrough(state, end);
}

/** Begins a pass that may erase any number of applications. The next scheduled run takes it. */
export async function allowRetention(day: string, operator: Operator): Promise<{ readonly begun: true }> {
  if (day !== today()) throw new ApiError('invalid', `Today is ${today()} in UTC, and not ${day}.`);
  await recordForOperators('retention-allowed', operator, [day]);
  await beginRetention(0, true);
  return { begun: true };
}

// One pass over all users, which takes several runs of the function when there are many. A run takes the pass
// for a time, so that two runs never go through it together.

export type RetentionRun = items.RetentionRun & { readonly run: string };

/**
 * Begins a new pass, which replaces one that is unfinished, and takes it until a time in milliseconds since
 * 1970.
 */
async function beginRetention(until: number, allowed: boolean): Promise<RetentionRun> {
  const begun: RetentionRun = { run: randomUUID(), phase: 'count', users: 0, ends: 0, allowed };
  await put({ ...keys.retention, ...begun, until });
  return begun;
}

/** Takes the unfinished pass that no other run has. Undefined when there is none. */
async function takeRetention(until: number): Promise<RetentionRun | undefined> {
  const run = randomUUID();
  const taken = await update(keys.retention, set({ run, until }), { if: expression`until < ${now()}` });
  return taken && { ...items.retentionRun.parse(taken), run };
}

/** Stores how far a pass is. False when another run has it, which then goes on instead. */
const saveRetention = (state: RetentionRun, until: number): Promise<boolean> =>
  put({ ...keys.retention, ...state, until }, { if: same({ run: state.run }) });

const endRetention = ({ run }: RetentionRun): Promise<boolean> => del(keys.retention, { if: same({ run }) });
