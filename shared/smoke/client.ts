import * as v from 'valibot';
import type { ReplyOf, Route } from '../api/route.ts';

const timeoutMs = 30_000;

/** Something does not work: the message says what was found. */
export class SmokeError extends Error {
  override readonly name = 'SmokeError';
}

export function requireThat(condition: boolean, found: string): asserts condition {
  if (!condition) throw new SmokeError(found);
}

export interface SmokeReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Why no reply came, in words: fetch hides the reason in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no reply within ${timeoutMs / 1000} seconds`;
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}

/** Sends one request. The error names its host and path, never its query or body, which may hold a token. */
export async function request(url: string, init: RequestInit = {}): Promise<SmokeReply> {
  try {
    const reply = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...init,
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  } catch (error) {
    const { origin, pathname } = new URL(url);
    throw new SmokeError(`${origin}${pathname} cannot be reached: ${reasonOf(error)}`);
  }
}

/** The error message of a reply, if it has one. */
function messageIn(text: string): string {
  try {
    const { message } = v.parse(v.object({ message: v.string() }), JSON.parse(text));
    return `: ${message}`;
  } catch {
    return '';
  }
}

/** Browses the site without a browser: keeps cookies, and sends the headers that a page's own calls have. */
export class SmokeClient {
  readonly site: string;
  readonly #cookies = new Map<string, string>();
  readonly #request: typeof request;

  /** `send` takes the place of fetch where calls are timed. */
  constructor(site: string, send: typeof request = request) {
    this.site = site;
    this.#request = send;
  }

  hasCookie(name: string): boolean {
    return this.#cookies.has(name);
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<SmokeReply> {
    const headers = new Headers({ origin: this.site, 'sec-fetch-site': 'same-origin' });
    if (this.#cookies.size > 0) headers.set('cookie', this.cookieHeader);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const reply = await this.#request(this.site + path, { ...init, method, headers });
    for (const cookie of reply.headers.getSetCookie()) this.#keep(cookie);
    return reply;
  }

  /** Makes a call of the API, and returns its reply, which must be the one of the contract. */
  async call<R extends Route>(route: R, options: CallOptions = {}): Promise<ReplyOf<R>> {
    return (await this.callWithHeaders(route, options)).body;
  }

  async callWithHeaders<R extends Route>(
    { method, path, reply: schema }: R,
    { key = '', body }: CallOptions = {},
  ): Promise<{ readonly body: ReplyOf<R>; readonly headers: Headers }> {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const address = path.replace('{answer_key}', key);
    const { status, headers, text } = await this.send(method, address, body === undefined ? {} : json);
    if (status !== 200) throw new SmokeError(`${method} ${address} returned ${status}${messageIn(text)}`);
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
    if (!parsed.success)
      throw new SmokeError(`${method} ${address} returned something else than its contract`);
    return { body: parsed.output as ReplyOf<R>, headers };
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (/max-age=0(;|$)/i.test(cookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

interface CallOptions {
  /** The value of `{answer_key}` in the path. */
  readonly key?: string;
  readonly body?: unknown;
}
