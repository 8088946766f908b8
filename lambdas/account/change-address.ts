import { randomBytes, randomInt } from 'node:crypto';
import { accountOf, changeAddress } from '../aws/cognito.ts';
import { pseudonym } from '../aws/secrets.ts';
import { siteUrl } from '../http/viewer.ts';
import { existingAccountMail } from '../mail/account-mails.ts';
import { now, settleAll } from '../runtime/clock.ts';
import { isSame } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { recordEvent } from '../table/audit-log.ts';
import type { AddressMove } from '../table/items.ts';
import { replaceSession, type SessionCookie } from '../table/session-changes.ts';
import { countMailTo, rateLimits } from '../table/throttles.ts';
import { hashOf as hashOfSession } from '../table/tokens.ts';
import {
  beginAddressMove,
  findAddressMove,
  forgetAddressChange,
  forgetAddressMove,
  keepAddressChange,
  tryAddressChange,
} from './address-changes.ts';
import { followAddressMove, isMoved, revokeSessionsBefore, settleAddressMove } from './address-moves.ts';
import { type PasswordRequest, requireCurrentPassword } from './passwords.ts';
import { type AboutBrowser, mailAdded } from './security-notices.ts';

// Address changes. The applicant proves both mailboxes with a code from each
// (docs/decisions.md#applicants-manage-their-account).

const wrongCodes = 'At least one code is wrong or has expired. Check both, or start over.';

const makeCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** Hash of a code. It depends on the account and on which of its two mailboxes got the code. */
const hashOf = (sub: ApplicantId, mailbox: string, code: string) =>
  pseudonym(`address ${sub} ${mailbox} ${code}`);

const codeMail = (to: string, purpose: string, code: string, host: string) => ({
  to,
  subject: `${partner().name}: your code to change your email address`,
  text: [
    `${purpose} The code is ${code}`,
    `Enter it at ${siteUrl(host, '/account')}, along with the code we sent to the other address. Both codes work for one hour.`,
    `If you didn't ask for this, don't share the code. Nothing changes without it.`,
  ].join('\n\n'),
});

/**
 * Mails a code to each address. If the new one already has an account, its owner gets a notice
 * instead, and no code is accepted. The page looks the same in both cases.
 */
export async function startAddressChange(request: PasswordRequest, address: string): Promise<void> {
  const { sub, username } = request.caller;
  const host = request.viewer.site;
  await requireCurrentPassword(request, 'address-change-refused');
  await countMailTo(rateLimits.addressMails, sub, address);
  const account = await accountOf(address);
  const isTaken = account.state !== 'none';
  const [code, currentCode] = [makeCode(), makeCode()];
  await keepAddressChange(sub, {
    address,
    code: await hashOf(sub, address, isTaken ? randomBytes(16).toString('hex') : code),
    current_code: await hashOf(sub, username, currentCode),
  });
  await recordEvent(sub, 'address-change-asked');
  const { name } = partner();
  const toNew = isTaken
    ? await existingAccountMail({ attempt: 'changeAddress', account, username: address, host })
    : codeMail(address, `You asked to use this email address for your account at ${name}.`, code, host);
  const { sendMail } = await import('../aws/ses.ts');
  await Promise.all([
    sendMail(toNew),
    sendMail(
      codeMail(
        username,
        `You asked to change the email address of your account at ${name}.`,
        currentCode,
        host,
      ),
    ),
  ]);
}

interface Confirmation {
  readonly sub: ApplicantId;
  /** The address until now. */
  readonly username: string;
  /** From the new address. */
  readonly code: string;
  /** From the address until now. */
  readonly currentCode: string;
  /** The id in the cookie of the session that makes the change. */
  readonly session: string;
  readonly about: AboutBrowser;
}

/**
 * Returns the new address if both codes are right. If the account already has it, because the scheduled run
 * finished the change, the code of the earlier address can no longer be checked.
 */
async function addressFor({ sub, username, code, currentCode }: Confirmation): Promise<string | undefined> {
  const change = await tryAddressChange(sub);
  if (change === undefined) return undefined;
  const isRight = isSame(change.code, await hashOf(sub, change.address, code));
  const isCurrentRight =
    change.address === username || isSame(change.current_code, await hashOf(sub, username, currentCode));
  return isRight && isCurrentRight ? change.address : undefined;
}

/**
 * Records the change before the user pool makes it. Finishes or drops an unfinished change to another address
 * first.
 */
async function begin(move: AddressMove): Promise<AddressMove> {
  if (await beginAddressMove(move)) return move;
  const unfinished = await findAddressMove(move.sub);
  if (unfinished?.address === move.address) return unfinished;
  if (unfinished !== undefined) await settleAddressMove(unfinished);
  if (await beginAddressMove(move)) return move;
  throw new ApiError('conflict', wrongCodes);
}

/** Moves the account to the new address; true if it has it now. */
const makeMove = async (move: AddressMove): Promise<boolean> =>
  (await changeAddress(move.username, move.address)) || isMoved(move);

async function refuse(sub: ApplicantId): Promise<never> {
  await recordEvent(sub, 'address-change-refused');
  throw new ApiError('invalid', wrongCodes);
}

/**
 * Logs a failure after the user pool made the change. It must not fail the call: the scheduled run finishes
 * the change.
 */
export const logUnfinished = (error: unknown) =>
  log({ level: 'error', event: 'address-change.failed', error: describeError(error) });

/**
 * Changes the log-in address. The application keeps its key, the account's id. Every other session ends
 * before the change and again after it, because a log-in may have been in progress. The current session
 * continues under a new id and the new address. If its renewal fails, the scheduled run gives it the new
 * address.
 */
export async function confirmAddressChange(
  confirmation: Confirmation,
): Promise<SessionCookie & { readonly address: string }> {
  const { sub, username, session, about } = confirmation;
  const address = await addressFor(confirmation);
  if (address === undefined) return refuse(sub);
  if (address === username) return { ...(await replaceSession(session, sub)), address };
  const { host, browser } = about;
  const at = new Date(now()).toISOString();
  const move = await begin({
    sub,
    address,
    username,
    session: hashOfSession(session),
    host,
    browser,
    at,
  });
  await revokeSessionsBefore(move);
  if (!(await makeMove(move))) {
    await forgetAddressMove(move);
    return refuse(sub);
  }
  const [followed] = await Promise.allSettled([followAddressMove(move, mailAdded)]);
  const renewed = await replaceSession(session, sub, address);
  if (followed.status === 'rejected') logUnfinished(followed.reason);
  else await settleAll([forgetAddressMove(move), forgetAddressChange(sub)]).catch(logUnfinished);
  return { ...renewed, address };
}
