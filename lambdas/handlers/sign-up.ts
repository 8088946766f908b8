import type { account } from '../../shared/api/account.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { accountMessages } from '../../shared/rules/account.ts';
import { confirmSignUp, resendCode } from '../aws/cognito-codes.ts';
import { trustBrowser } from '../http/browser-session.ts';
import { expiredSignUpCookies, signUpCookies, signUpProofFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { countMail, countRequest, rateLimits } from '../store/throttles.ts';
import { attempt } from '../use-cases/attempt.ts';
import { decidePassword, isConfirmationUnfinished } from '../use-cases/decide-password.ts';
import {
  anotherPassword,
  requireStrongPassword,
  requireUncommonPassword,
} from '../use-cases/new-password.ts';
import { createSignUpProof, verifySignUpProof } from '../use-cases/sign-up-proof.ts';
import * as signUps from '../use-cases/sign-ups.ts';
import { codeFrom, usernameFrom } from '../use-cases/typed-account.ts';

const messages = {
  confirmed: 'Your account is confirmed. Please log in.',
  choose: (username: string) =>
    `Your account is confirmed. To choose your password, use the link we sent to ${username}.`,
  resent: 'If an account needs confirmation, we sent a new code.',
} as const;

/** Messages for values that the user pool rejects and our own rules accept. */
const poolRejections = { address: accountMessages.email, password: anotherPassword } as const;

interface Confirmation {
  readonly username: string;
  readonly network: string;
  readonly code: string;
  readonly host: string;
  /** The browser's proof that it made the sign-up. */
  readonly proof: string | undefined;
}

/** Confirms an account by a code, and returns the message with the next step. */
async function confirm({ username, network, code, host, proof }: Confirmation): Promise<string> {
  const signUp = await verifySignUpProof(proof, username);
  let isProven = false;
  const isRight = await attempt('code', { username, network, own: signUp }, async () => {
    isProven = await confirmSignUp(username, code);
    return isProven || (await isConfirmationUnfinished(username)) || undefined;
  });
  if (!isRight) throw new ApiError('invalid', wrongCodeMessages.code);
  const proven = isProven ? signUp : undefined;
  const password = await decidePassword({ username, host, signUp: proven });
  return password === 'kept' ? messages.confirmed : messages.choose(username);
}

async function signUp(form: Parameters<typeof signUps.signUp>[0]): Promise<void> {
  const rejected = await signUps.signUp(form);
  if (rejected !== undefined) throw new ApiError('invalid', poolRejections[rejected]);
}

/** Calls of people who create an account. */
export const signUpCalls = {
  async signUp({ body, viewer: { address, site: host, network } }) {
    const username = usernameFrom(body.username);
    requireStrongPassword(body.password);
    await countRequest(rateLimits.calls, address);
    await requireUncommonPassword(body.password, username);
    await countMail(rateLimits.signUps, username, network);
    const { id, proof } = await createSignUpProof(username);
    const form = { username, password: body.password, host, id };
    await inConstantTime('signUp', signUp(form));
    return {
      body: { message: `We sent a confirmation code to ${username}.` },
      cookies: signUpCookies(proof),
    };
  },

  async confirm({ body, viewer: { address, site: host, network }, cookies }) {
    const username = usernameFrom(body.username);
    const code = codeFrom(body.code);
    await countRequest(rateLimits.calls, address);
    const confirming = { username, network, code, host, proof: signUpProofFrom(cookies) };
    const message = await inConstantTime('confirm', confirm(confirming));
    return {
      body: { message },
      cookies: [...expiredSignUpCookies, await trustBrowser(username, cookies)],
    };
  },

  async resendConfirm({ body, viewer }) {
    const username = usernameFrom(body.username);
    await countRequest(rateLimits.calls, viewer.address);
    await countMail(rateLimits.codes, username, viewer.network);
    await inConstantTime('resendConfirm', resendCode(username, viewer.site));
    return { body: { message: messages.resent } };
  },
} satisfies Partial<Handlers<typeof account>>;
