import { appCodeFrom, recoveryCodeFrom, secondFactorMessages } from '../../shared/rules/second-factor.ts';
import { answerChallenge, type Outcome } from '../aws/cognito-second-factor.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { acceptAttempt, type Caller, returnAttempt } from '../store/attempts.ts';
import { recordEvent } from '../store/audit-log.ts';
import { spendRecoveryCode } from '../store/recovery-codes.ts';
import { endSecondStep, findSecondStep, returnTry, type SecondStep, takeTry } from '../store/second-steps.ts';
import { type Call, callerOf } from './callers.ts';
import { countedAttempt } from './counted-attempt.ts';

const messages = {
  wrong: "That code is wrong or was already used. Wait for your app's next code, or use a recovery code.",
  wrongRecovery: 'That recovery code is wrong or was already used.',
  over: 'That took too long, or there were too many wrong codes. Please log in again.',
} as const;

const about = (field: string) => ({ details: { field } });

/** The page then asks for the password again. */
const over = () => new ApiError('invalid', messages.over, { details: { again: true } });

interface Challenged extends Pick<SecondStep, 'challenge'> {
  readonly sub: ApplicantId;
  readonly caller: Caller;
}

/** One code of an app, within the limits of the account. */
async function tryAppCode({ challenge, caller }: Challenged, code: string): Promise<Outcome> {
  const outcome = await countedAttempt('secondFactor', caller, () => answerChallenge(challenge, code));
  if (outcome === 'right') await acceptAttempt('secondFactor', caller);
  if (outcome === 'over') await returnAttempt('secondFactor', caller);
  return outcome;
}

/**
 * Checks a code of the app, or a recovery code. Recovery codes cannot be guessed, so no count of wrong codes
 * closes this way to the applicant.
 */
export async function requireSecondFactor(challenged: Challenged, typed: string): Promise<void> {
  const { sub } = challenged;
  const appCode = appCodeFrom(typed);
  const outcome =
    appCode === undefined ? await tryRecoveryCode(sub, typed) : await tryAppCode(challenged, appCode);
  if (outcome === 'right') return;
  if (outcome === 'over') throw over();
  await recordEvent(sub, 'second-factor-refused');
  throw new ApiError(
    'invalid',
    appCode === undefined ? messages.wrongRecovery : messages.wrong,
    about('code'),
  );
}

async function tryRecoveryCode(sub: ApplicantId, typed: string): Promise<Outcome> {
  if (!(await spendRecoveryCode(sub, typed))) return 'wrong';
  await recordEvent(sub, 'recovery-code-used');
  return 'right';
}

/** Refuses what is no code before anything is counted. */
export function requireCodeShape(typed: string): void {
  if (appCodeFrom(typed) !== undefined || recoveryCodeFrom(typed) !== undefined) return;
  const message = /[a-z]/i.test(typed) ? secondFactorMessages.recoveryCode : secondFactorMessages.appCode;
  throw new ApiError('invalid', message, about('code'));
}

interface Answer {
  readonly cookie: string | undefined;
  readonly code: string;
  readonly network: string;
  readonly device: string | undefined;
}

/**
 * The caller of a second step. A browser that proved the mailbox, by a new password, and now the password has
 * its own count: strangers without the password cannot use it up.
 */
async function challengedCaller(call: Call): Promise<Caller> {
  const known = await callerOf(call);
  return known.own === undefined
    ? { ...(await callerOf({ ...call, mailIsEnough: true })), isByMail: true }
    : known;
}

/** Ends a log-in's second step by the right code. Returns who has logged in. */
export async function answerSecondStep({
  cookie,
  code,
  network,
  device,
}: Answer): Promise<SecondStep & { readonly isTrusted: boolean }> {
  requireCodeShape(code);
  const step = await findSecondStep(cookie);
  if (step === undefined) throw over();
  const caller = await challengedCaller({ username: step.username, network, device });
  if (!(await takeTry(step))) throw over();
  await requireSecondFactor({ ...step, caller }, code).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.kind === 'tooMany') await returnTry(step);
    throw error;
  });
  await endSecondStep(step);
  return { ...step, isTrusted: caller.own !== undefined && !caller.isByMail };
}
