import type { account } from '../../shared/api/account.ts';
import { readUser, setPassword } from '../aws/cognito.ts';
import { logInCookies, logOutCookies, sessionIdFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { now, settleAll, waitAtMost } from '../runtime/clock.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { addressAuditLog, recordEvent } from '../table/audit-log.ts';
import { askForErasure, findErasure } from '../table/erasures.ts';
import { replaceSession, revokeAllSessions } from '../table/session-changes.ts';
import { countRequest, rateLimits } from '../table/throttles.ts';
import { aboutBrowser, trustBrowser } from './browser-session.ts';
import {
  confirmAddressChange,
  logUnfinished as logMoveUnfinished,
  startAddressChange,
} from './change-address.ts';
import { codeFrom, usernameFrom } from './log-in.ts';
import {
  anotherPassword,
  endOldAccess,
  requireCurrentPassword,
  requireSamePassword,
  requireStrongPassword,
  requireUncommonPassword,
  whenSet,
} from './passwords.ts';
import { mailAdded, mailNotice } from './security-notices.ts';

// Calls of logged-in applicants about their own account
// (docs/decisions.md#applicants-manage-their-account). The function loads them with the first such call.

const messages = {
  changed: "Your password was changed. You're logged out everywhere else.",
  sameAddress: 'This is already your email address.',
  codesSent: (from: string, to: string) => `We sent a code to ${from} and another one to ${to}.`,
  addressChanged: (address: string) =>
    `Your email address is now ${address}. You're logged out everywhere else.`,
  othersEnded: "You're logged out everywhere else.",
  deleted: 'Your application is being deleted.',
} as const;

const submittedMessage = (helpEmail: string) =>
  `You've submitted your application, so you can't delete it here. Please write to ${helpEmail}.`;

/** Time that the reply waits for work that the deletion itself repeats. */
const maxWaitMs = 2_000;

export const ownAccountCalls = {
  /**
   * Changes the password and mails a notice. Every session ends; the current one continues under a new id, so
   * a copied cookie stops working. This renewal is the last step. If the current session was ended in the
   * meantime, only the renewal fails.
   */
  async changePassword(request) {
    const { body, caller, viewer, cookies } = request;
    const { sub, username } = caller;
    const { password } = body;
    requireStrongPassword(password);
    requireSamePassword(password, body.confirm_password);
    await countRequest(rateLimits.accountChanges, sub);
    await requireUncommonPassword(password, username);
    await requireCurrentPassword(request, 'password-change-refused');
    const session = sessionIdFrom(cookies) ?? '';
    const ending = { sub, username, session };
    const isOther = password !== body.current_password;
    if (!isOther || !(await whenSet(ending, setPassword(username, password))))
      throw new ApiError('invalid', anotherPassword, { details: { field: 'password' } });
    try {
      await recordEvent(sub, 'password-changed');
    } finally {
      const notice = { ...aboutBrowser(username, viewer), kind: 'password-changed' } as const;
      await settleAll([endOldAccess(ending), mailNotice(notice)]);
    }
    const { id, secondsLeft } = await replaceSession(session, sub);
    return {
      body: { message: messages.changed },
      cookies: [...logInCookies(id, sub, secondsLeft), await trustBrowser(username, cookies)],
    };
  },

  async changeAddress(request) {
    const { sub, username } = request.caller;
    const address = usernameFrom(request.body.username);
    if (address === username)
      throw new ApiError('invalid', messages.sameAddress, { details: { field: 'username' } });
    await countRequest(rateLimits.accountChanges, sub);
    await inConstantTime('changeAddress', startAddressChange(request, address));
    return { body: { message: messages.codesSent(username, address) } };
  },

  async confirmAddress({ body, caller: { sub, username }, viewer, cookies }) {
    const [code, currentCode] = [codeFrom(body.code), codeFrom(body.current_code)];
    await countRequest(rateLimits.accountChanges, sub);
    const session = sessionIdFrom(cookies) ?? '';
    const confirmation = { sub, username, code, currentCode, session, about: aboutBrowser(username, viewer) };
    const confirming = confirmAddressChange(confirmation);
    const { id, secondsLeft, address } = await inConstantTime('confirmAddress', confirming);
    const trusted = await trustBrowser(address, cookies).catch(logMoveUnfinished);
    return {
      body: { message: messages.addressChanged(address), username: address },
      cookies: [...logInCookies(id, sub, secondsLeft), ...(trusted === undefined ? [] : [trusted])],
    };
  },

  /** The current session continues under a new id, because someone else may have a copy of its cookie. */
  async revokeOtherSessions({ caller, cookies }) {
    const session = sessionIdFrom(cookies) ?? '';
    await revokeAllSessions(caller, 'applicant', { except: session });
    const { id, secondsLeft } = await replaceSession(session, caller.sub);
    return {
      body: { message: messages.othersEnded },
      cookies: [...logInCookies(id, caller.sub, secondsLeft), await trustBrowser(caller.username, cookies)],
    };
  },

  /**
   * An applicant deletes the application and the account before submission. The retention function does it
   * within minutes; until then no log-in opens a session, and every session ends now. After the deletion is
   * recorded, nothing fails the call: the deletion ends the sessions too, and the scheduled run mails.
   */
  async deleteApplication(request) {
    const { sub, username } = request.caller;
    await countRequest(rateLimits.accountChanges, sub);
    await requireCurrentPassword(request, 'erasure-refused');
    const user = (await readUser(username))?.name;
    const at = new Date(now()).toISOString();
    const address_log = await addressAuditLog(username);
    const outcome = await askForErasure(
      { sk: sub, reason: 'applicant', asked_at: at, user, address_log },
      { ...aboutBrowser(username, request.viewer), kind: 'deletion-asked', at },
    ).catch(async (error: unknown) => {
      // DynamoDB's reply was lost: the record tells whether the write succeeded.
      if ((await findErasure(sub)) === undefined) throw error;
      return { pending: undefined };
    });
    if (outcome === 'submitted') throw new ApiError('conflict', submittedMessage(partner().helpEmail));
    const { pending } = outcome;
    const revoke = () => revokeAllSessions({ sub, username }, 'applicant');
    // Throttling may outlast the SDK's retries, and an open session would accept answers that are then
    // deleted.
    const revoked = revoke()
      .catch(revoke)
      .catch((error: unknown) =>
        log({ level: 'error', event: 'deletion.interrupted', error: describeError(error) }),
      );
    await Promise.all([waitAtMost(maxWaitMs, revoked), pending && mailAdded(pending)]);
    return { body: { message: messages.deleted }, cookies: logOutCookies };
  },
} satisfies Partial<Handlers<typeof account>>;
