import type { InputOf, ReplyOf, Route } from '../../shared/api/index.ts';
import { ServerError, UnauthorizedError, unexpectedErrorMessage } from './errors.ts';

interface Sent {
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

/** Where a call is made, for links that a browser follows by itself. */
export const urlFor = ({ path }: Route, { params = {}, query }: Sent): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) +
  (query === undefined ? '' : `?${new URLSearchParams(query)}`);

interface Options {
  /** The call goes on when the page is closed. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

async function request(route: Route, sent: Sent, { keepalive = false, signal }: Options): Promise<Response> {
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

async function readBody(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch (cause) {
    throw new ServerError(unexpectedErrorMessage, response.status, { cause });
  }
}

function unauthorized(): UnauthorizedError {
  hooks.onUnauthorized();
  return new UnauthorizedError();
}

/**
 * Makes one call of `shared/api`. A refusal carries the words of its body; an answer that is no JSON, the generic
 * words; 401 ends the session (platform specification, point 7), and so does somebody else's log-in in another tab.
 */
export async function call<const R extends Route>(
  route: R,
  sent: InputOf<R>,
  options: Options = {},
): Promise<ReplyOf<R>> {
  if (route.access === 'applicant' && hooks.isOtherUser()) throw unauthorized();
  const response = await request(route, sent as Sent, options);
  if (response.status === 401) throw unauthorized();
  const body = await readBody(response);
  if (response.ok) return body as ReplyOf<R>;
  const words =
    typeof body.message === 'string' && body.message !== '' ? body.message : unexpectedErrorMessage;
  const retryAfter = Number(response.headers.get('retry-after')) || 0;
  throw new ServerError(words, response.status, { body, retryAfter });
}
