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
  /** Runs when the server says that the session is over. */
  readonly onUnauthorized: () => void;
  /** Whether another user has logged in from another tab. Calls for an applicant then fail as unauthorized. */
  readonly isOtherUser: () => boolean;
}

let hooks: ApiClientHooks = { onUnauthorized: () => {}, isOtherUser: () => false };

export const connectApiClient = (connected: Partial<ApiClientHooks>): void => {
  hooks = { ...hooks, ...connected };
};

/** The URL of a call, for links that the browser follows by itself. */
export const urlFor = ({ path }: Route, { params = {}, query }: RequestParts): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) +
  (query === undefined ? '' : `?${new URLSearchParams(query)}`);

interface Options {
  /** The call goes on when the page is closed. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

async function request(
  route: Route,
  sent: RequestParts,
  { keepalive = false, signal }: Options,
): Promise<Response> {
  const { body } = sent;
  try {
    return await fetch(urlFor(route, sent), {
      method: route.method,
      credentials: 'same-origin',
      keepalive,
      signal: signal ?? null,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
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

/** An error reply carries the message to show. Whatever else replied, such as a proxy, does not. */
function serverError({ status, headers }: Response, reply: unknown): ServerError {
  const body = is(jsonObject, reply) ? reply : {};
  const message =
    typeof body.message === 'string' && body.message !== '' ? body.message : unexpectedErrorMessage;
  return new ServerError(message, status, { body, retryAfter: Number(headers.get('retry-after')) || 0 });
}

function unauthorized(): UnauthorizedError {
  hooks.onUnauthorized();
  return new UnauthorizedError();
}

/**
 * Makes one call of `shared/api` and returns its parsed reply. Rejects with a `ServerError` whose message can be shown: the
 * server's own, or a general one when the reply cannot be read. A 401 ends the session and rejects with an
 * `UnauthorizedError`, and so does another user's log-in from another tab.
 */
export async function call<const R extends Route>(
  route: R,
  input: InputOf<R>,
  options: Options = {},
): Promise<ReplyOf<R>> {
  if (route.access === 'applicant' && hooks.isOtherUser()) throw unauthorized();
  // The types of contracts name the parts of a request; for URLs and bodies all of them are alike.
  const response = await request(route, input as RequestParts, options);
  if (response.status === 401) throw unauthorized();
  const reply = await readJson(response);
  if (!response.ok) throw serverError(response, reply);
  const parsed = safeParse<R['reply']>(route.reply, reply);
  if (!parsed.success)
    throw new ServerError(unexpectedErrorMessage, response.status, { cause: parsed.issues });
  return parsed.output;
}
