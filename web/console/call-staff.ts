import { staffSessionRoutes } from '../../shared/api/console-routes.ts';
import type { InputOf, ReplyOf, Route } from '../../shared/api/index.ts';
import { call, callForResponse } from '../api-client/call.ts';
import { ServerError } from '../api-client/errors.ts';
import { askForFreshSignIn, noteCall, rememberMember } from './session.ts';

let checking: Promise<void> | undefined;

/** Fetches the signed-in person. Calls that wait for it at the same time share one request. */
export function checkMember(): Promise<void> {
  checking ??= call(staffSessionRoutes.getMember, {})
    .then(rememberMember)
    .finally(() => {
      checking = undefined;
    });
  return checking;
}

const hasFlag = (error: unknown, status: number, flag: string): boolean =>
  error instanceof ServerError && error.status === status && error.body[flag] === true;

interface Options {
  readonly signal?: AbortSignal;
}

/**
 * Sends a call of the console. If the server wants the person's role to be confirmed first, fetches the
 * person and repeats the call once. If the server wants a fresh sign-in, the page asks for it.
 */
async function sendAsMember<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    const reply = await send().catch(async (error: unknown) => {
      if (!hasFlag(error, 409, 'recheck')) throw error;
      await checkMember();
      return send();
    });
    noteCall();
    return reply;
  } catch (error) {
    if (hasFlag(error, 403, 'signInAgain')) askForFreshSignIn(true);
    throw error;
  }
}

/** Makes a call of the console, and returns its parsed reply. */
export const callStaff = <const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: Options = {},
): Promise<ReplyOf<R>> => sendAsMember(() => call(route, input, options));

/** Makes a call of the console whose response is a file. */
export const callStaffForFile = <const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: Options = {},
): Promise<Response> => sendAsMember(() => callForResponse(route, input, options));
