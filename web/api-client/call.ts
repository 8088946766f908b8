import { is, record, safeParse, string, unknown } from 'valibot';
import type { InputOf, ReplyOf, Route } from '../../shared/api/index.ts';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { ServerError, UnauthorizedError } from './errors.ts';

interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface ApiClientHooks {
  /** Called when the server replies that the session has ended. */
  readonly onUnauthorized: () => void;
  /**
   * Returns true if another user has logged in from another tab. Calls that need an applicant then fail as
   * unauthorized.
   */
  readonly isOtherUser: () => boolean;
}

let hooks: ApiClientHooks = { onUnauthorized: () => {}, isOtherUser: () => false };

export const connectApiClient = (newHooks: Partial<ApiClientHooks>): void => {
  hooks = { ...hooks, ...newHooks };
};

/** The URL of a call, for links that the browser follows itself. */
export const urlFor = ({ path }: Route, { params = {}, query = {} }: RequestParts): string => {
  const search = String(new URLSearchParams(query));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return search === '' ? filled : `${filled}?${search}`;
};

interface Options {
  /** Lets the request complete after the page is closed. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * The server takes U+FFFD for damaged text, because API Gateway replaces bytes that are not UTF-8 by it. An
 * applicant may have typed or pasted it, so it is sent as an escape.
 */
const jsonOf = (body: unknown): string => JSON.stringify(body).replaceAll('\uFFFD', '\\ufffd');

async function request(
  route: Route,
  parts: RequestParts,
  { keepalive = false, signal }: Options,
): Promise<Response> {
  const { body } = parts;
  try {
    return await fetch(urlFor(route, parts), {
      method: route.method,
      credentials: 'same-origin',
      keepalive,
      signal: signal ?? null,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : jsonOf(body),
    });
  } catch (cause) {
    throw new ServerError(unexpectedErrorMessage, 0, { cause });
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new ServerError(unexpectedErrorMessage, response.status, { cause });
  }
}

const jsonObject = record(string(), unknown());

/**
 * Seconds. API Gateway and CloudFront omit Retry-After from these statuses when they throttle requests
 * themselves.
 */
const waitWithoutHeader = 5;
const asksToWait = (status: number) => status === 429 || status === 503;

const secondsToWait = ({ status, headers }: Response): number =>
  asksToWait(status) ? Number(headers.get('retry-after')) || waitWithoutHeader : 0;

/**
 * True for a call that was in progress when the session got another cookie. The server rejects it without any
 * effect.
 */
const isBeforeRenewal = async (response: Response): Promise<boolean> => {
  if (response.status !== 401) return false;
  const reply: unknown = await response.json().catch(() => undefined);
  return is(jsonObject, reply) && reply.renewed === true;
};

/**
 * The message of an error reply. Replies from anything but our functions, such as a proxy, get a general
 * message.
 */
function serverError(response: Response, reply: unknown): ServerError {
  const body = is(jsonObject, reply) ? reply : {};
  const message =
    typeof body.message === 'string' && body.message !== '' ? body.message : unexpectedErrorMessage;
  return new ServerError(message, response.status, { body, retryAfter: secondsToWait(response) });
}

function unauthorized(): UnauthorizedError {
  hooks.onUnauthorized();
  return new UnauthorizedError();
}

/**
 * Makes one call of `shared/api` and returns its response. Rejects with a `ServerError` whose message can be
 * shown: the server's own, or a general one when the reply cannot be read. A 401 ends the session and rejects
 * with an `UnauthorizedError`, as does another user's log-in from another tab.
 */
export async function callForResponse<const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: Options = {},
): Promise<Response> {
  if (route.access === 'applicant' && hooks.isOtherUser()) throw unauthorized();
  // Contracts type each part of a request; here all requests have the same shape.
  const send = () => request(route, input as RequestParts, options);
  let response = await send();
  if (await isBeforeRenewal(response)) response = await send();
  if (response.status === 401) throw unauthorized();
  if (!response.ok) throw serverError(response, await readJson(response));
  return response;
}

/** Makes one call of `shared/api` and returns its parsed reply. Rejects like `callForResponse`. */
export async function call<const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: Options = {},
): Promise<ReplyOf<R>> {
  const response = await callForResponse(route, input, options);
  const parsed = safeParse<R['reply']>(route.reply, await readJson(response));
  if (!parsed.success)
    throw new ServerError(unexpectedErrorMessage, response.status, { cause: parsed.issues });
  return parsed.output;
}
