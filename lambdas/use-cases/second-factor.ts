import { offersSecondFactor } from '../../shared/partners/second-factor.ts';
import { appCodeFrom, secondFactorMessages } from '../../shared/rules/second-factor.ts';
import * as cognito from '../aws/cognito.ts';
import { askForCode, associateApp, verifyApp } from '../aws/cognito-second-factor.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { type Operator, recordEvent } from '../store/audit-log.ts';
import { countRecoveryCodes, deleteRecoveryCodes, makeRecoveryCodes } from '../store/recovery-codes.ts';
import { revokeAllSessions } from '../store/session-changes.ts';
import { forgetBrowsers } from '../store/trusted-browsers.ts';
import { type CurrentPassword, requireCurrentPassword } from './change-password.ts';
import { openSetUp, sealSetUp } from './sealed-set-up.ts';
import { mailRemoval } from './second-factor-mail.ts';
import { requireCodeShape, requireSecondFactor } from './second-step.ts';
import { type AboutBrowser, mailNotice } from './security-notices.ts';

const messages = {
  wrongCode: "That code didn't work. Wait for the next one. If it keeps failing, check your phone's clock.",
  over: 'That took too long. Please start over.',
  notOffered: "Two-step login isn't available here.",
  alreadyOn: 'Two-step login is already on.',
  alreadyOff: 'Two-step login is already off.',
} as const;

interface Owner {
  readonly sub: ApplicantId;
  readonly username: string;
}

const about = (field: string) => ({ details: { field } });

/** State of an applicant's second factor, for the account page. */
export async function describeSecondFactor({ sub, username }: Owner) {
  const account = await cognito.accountOf(username);
  const isOn = account.state !== 'none' && account.hasSecondFactor;
  return {
    is_offered: offersSecondFactor(partner()),
    is_on: isOn,
    recovery_codes: isOn ? await countRecoveryCodes(sub) : 0,
  };
}

/**
 * URI of the account for authenticator apps:
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
function keyUri(username: string, secret: string): string {
  const issuer = encodeURIComponent(partner().name);
  return `otpauth://totp/${issuer}:${encodeURIComponent(username)}?secret=${secret}&issuer=${issuer}`;
}

/**
 * Starts the set-up of an authenticator app. It requires the password: a session alone is not enough, because
 * someone else may be using the browser.
 */
export async function startSetUp(checked: CurrentPassword) {
  if (!offersSecondFactor(partner())) throw new ApiError('forbidden', messages.notOffered);
  const { sub, caller } = checked;
  const found = await requireCurrentPassword(checked, 'second-factor-change-refused');
  if ('challenge' in found) throw new ApiError('conflict', messages.alreadyOn);
  const secret = await associateApp(found.accessToken ?? '');
  const setUp = await sealSetUp(found.accessToken ?? '', sub);
  return { secret, uri: keyUri(caller.username, secret), set_up: setUp };
}

interface SetUp extends Owner {
  /** The value that `startSetUp` returned. */
  readonly setUp: string;
  /** The id in the cookie of the session that continues. */
  readonly session: string;
  readonly about: AboutBrowser;
}

/**
 * Turns the second factor on with a code of the app, and returns the recovery codes. Other browsers logged in
 * with only the password, so their sessions end. They end before the change, because no later failure may
 * withhold the recovery codes. They end again after it, because of log-ins in the meantime.
 */
export async function finishSetUp({ sub, username, setUp, session, about: browser }: SetUp, typed: string) {
  const code = appCodeFrom(typed);
  if (code === undefined) throw new ApiError('invalid', secondFactorMessages.appCode, about('code'));
  const accessToken = await openSetUp(setUp, sub);
  const account = await cognito.accountOf(username);
  if (account.state !== 'none' && account.hasSecondFactor) throw new ApiError('conflict', messages.alreadyOn);
  const outcome = accessToken === undefined ? 'over' : await verifyApp(accessToken, code);
  if (outcome === 'wrong') throw new ApiError('invalid', messages.wrongCode, about('code'));
  if (outcome === 'over') throw new ApiError('invalid', messages.over, { details: { again: true } });
  const recoveryCodes = await makeRecoveryCodes(sub);
  const revokeOthers = () => revokeAllSessions({ sub, username }, 'second-factor', { except: session });
  await recordEvent(sub, 'second-factor-on');
  await revokeOthers();
  await askForCode(username, true);
  await settleAll([
    revokeOthers(),
    forgetBrowsers(username),
    mailNotice({ ...browser, kind: 'second-factor-on' }),
  ]).catch(logUnfinished);
  return recoveryCodes;
}

/** Logs a failure of a follow-up step, which must not fail the call. */
export const logUnfinished = (error: unknown) =>
  log({ level: 'error', event: 'second-factor-change.failed', error: describeError(error) });

/** Turns the second factor off with the password and a code, as required for a log-in. */
export async function turnOff(checked: CurrentPassword, code: string, browser: AboutBrowser): Promise<void> {
  requireCodeShape(code);
  const { sub, caller } = checked;
  const found = await requireCurrentPassword(checked, 'second-factor-change-refused');
  if (!('challenge' in found)) throw new ApiError('conflict', messages.alreadyOff);
  await requireSecondFactor({ sub, caller, challenge: found.challenge }, code);
  await recordEvent(sub, 'second-factor-off');
  await askForCode(caller.username, false);
  await settleAll([deleteRecoveryCodes(sub), mailNotice({ ...browser, kind: 'second-factor-off' })]);
}

/**
 * Removes the lost second factor of an applicant who proved their identity to an operator. All sessions end,
 * because the logged-in person may not be the applicant. The factor is removed last so the operator can retry
 * after a failure. Returns true if the applicant got a mail.
 */
export async function removeSecondFactor(
  { sub, username }: Owner,
  operator: Operator,
  purpose: string,
): Promise<boolean> {
  await recordEvent(sub, 'second-factor-removed', { ...operator, purpose });
  await revokeAllSessions({ sub, username }, 'operator', { operator });
  await deleteRecoveryCodes(sub);
  await askForCode(username, false);
  return mailRemoval(username);
}
