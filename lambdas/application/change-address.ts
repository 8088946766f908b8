import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { accountOf } from '../aws/cognito.ts';
import { changeAddress } from '../aws/cognito-user.ts';
import { pseudonym } from '../aws/secrets.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { siteUrl } from '../runtime/site-url.ts';
import {
  forgetAddressChange,
  keepAddressChange,
  recordAddress,
  tryAddressChange,
} from '../store/address-changes.ts';
import type { Caller } from '../store/attempts.ts';
import { recordEvent } from '../store/journal.ts';
import { forgetDevices } from '../store/known-devices.ts';
import { endAllSessions, replaceSession, type SessionCookie } from '../store/session-changes.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';
import { requireCurrentPassword } from './change-password.ts';
import { type AboutBrowser, mailNotice } from './security-notices.ts';

// An applicant changes the address with a code from each mailbox (docs/decisions/070-account-and-security.md).

const wrongCodes = 'At least one of the codes is wrong, or they have expired. You can start again.';

const makeCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** A code belongs to one account, and to one of its two mailboxes. */
const hashOf = (sub: ApplicantId, mailbox: string, code: string) =>
  pseudonym(`address ${sub} ${mailbox} ${code}`);

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

interface AddressChange {
  readonly sub: ApplicantId;
  readonly caller: Caller;
  readonly current: string;
  /** The new address. */
  readonly address: string;
  readonly host: string;
}

const codeMail = (to: string, purpose: string, code: string, host: string) => ({
  to,
  subject: `${partner().name}: your code to change the email address`,
  text: [
    `${purpose} The code is ${code}`,
    `Enter it at ${siteUrl(host, '/account')}, together with the code that we sent to the other address. Both work for one hour.`,
    `If you didn't ask for this, don't give the code to anybody. Nothing changes without it.`,
  ].join('\n\n'),
});

const takenMail = (to: string, host: string) => ({
  to,
  subject: `${partner().name}: you already have an account`,
  text: [
    `Someone (maybe you) wanted to use this email for another account at ${partner().name}. It already has an account, so nothing was changed.`,
    `Log in: ${siteUrl(host, '/login')}`,
    `Forgot your password? ${siteUrl(host, '/forgot')}`,
    "If this wasn't you, you can ignore this email.",
  ].join('\n\n'),
});

/**
 * Mails a code to each address. If the new one has an account already, its owner is told instead, and no code fits: who asks
 * cannot tell the difference.
 */
export async function startAddressChange(change: AddressChange): Promise<void> {
  const { sub, caller, address, host } = change;
  await requireCurrentPassword(change, 'address-change-refused');
  await countRequest(rateLimits.addressMails, address);
  const isTaken = (await accountOf(address)).state !== 'none';
  const [code, currentCode] = [makeCode(), makeCode()];
  await keepAddressChange(sub, {
    address,
    code: await hashOf(sub, address, isTaken ? randomBytes(16).toString('hex') : code),
    current_code: await hashOf(sub, caller.username, currentCode),
  });
  await recordEvent(sub, 'address-change-asked');
  const { name } = partner();
  const toNew = codeMail(address, `You asked to use this email for your account at ${name}.`, code, host);
  const { sendMail } = await import('../aws/ses.ts');
  await Promise.all([
    sendMail(isTaken ? takenMail(address, host) : toNew),
    sendMail(
      codeMail(
        caller.username,
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
  /** The id in the cookie of the session that changes it. */
  readonly session: string;
  readonly about: AboutBrowser;
}

/** The new address, if both codes are right. */
async function addressFor({ sub, username, code, currentCode }: Confirmation): Promise<string | undefined> {
  const change = await tryAddressChange(sub);
  if (change === undefined) return undefined;
  const isRight = isSame(change.code, await hashOf(sub, change.address, code));
  const isCurrentRight = isSame(change.current_code, await hashOf(sub, username, currentCode));
  return isRight && isCurrentRight ? change.address : undefined;
}

/** Also true when an earlier call moved the account and ended before it was done. */
async function isMoved(sub: ApplicantId, before: string, after: string): Promise<boolean> {
  if (await changeAddress(before, after)) return true;
  const account = await accountOf(after);
  return account.state === 'confirmed' && account.sub === sub;
}

/**
 * Changes the address to log in with. The application stays where it is, under the account's id. Every session ends but the
 * one that made the change, which goes on under another id and the new address. Both mailboxes are told. Renewing the session is last:
 * if somebody has ended it meanwhile, it is the only thing that fails.
 */
export async function confirmAddressChange(
  confirmation: Confirmation,
): Promise<SessionCookie & { readonly address: string }> {
  const { sub, username, session, about } = confirmation;
  const address = await addressFor(confirmation);
  if (address === undefined || !(await isMoved(sub, username, address))) {
    await recordEvent(sub, 'address-change-refused');
    throw new ApiError('invalid', wrongCodes);
  }
  await Promise.all([recordEvent(sub, 'address-changed'), recordAddress(sub, address)]);
  await settleAll([
    endAllSessions({ sub, username }, 'new-address', { except: session }),
    forgetDevices(username),
    mailNotice({ ...about, kind: 'address-changed' }),
    mailNotice({ ...about, username: address, kind: 'address-confirmed' }),
  ]);
  const renewed = await replaceSession(session, sub, address);
  await forgetAddressChange(sub);
  return { ...renewed, address };
}
