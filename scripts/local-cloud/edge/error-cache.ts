import type { Request } from '../http.ts';
import type { CacheKey } from './cache-policy.ts';

/** An error that an origin returned, as the edge keeps it. */
export interface KeptError {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[]>>;
  readonly body: Buffer;
}

/**
 * CloudFront caches these regardless of their headers:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const always = [404, 414, 500, 501, 502, 503, 504];
/** CloudFront caches these only if the origin sends a max-age. */
const onRequest = [400, 403, 405, 412, 415];

const defaultSeconds = 10;
/** Maximum of cached errors. The oldest is dropped first, as an edge location drops entries without space. */
const maxKept = 1000;

const maxAgeOf = ({ headers }: KeptError): number | undefined => {
  const control = String(headers['cache-control'] ?? '');
  const found = /\bs-maxage=(\d+)/i.exec(control) ?? /\bmax-age=(\d+)/i.exec(control);
  return found === null ? undefined : Number(found[1]);
};

/**
 * The error cache of an edge location. `no-store` does not prevent caching. The key has no cookies or query
 * unless the cache policy names them, so one visitor may get another visitor's error.
 */
export class ErrorCache {
  readonly #seconds: ReadonlyMap<number, number>;
  readonly #now: () => number;
  readonly #kept = new Map<
    string,
    { readonly error: KeptError; readonly since: number; readonly until: number }
  >();

  /** `seconds`: the error caching minimum TTL of each status code that the distribution names. */
  constructor(seconds: ReadonlyMap<number, number>, now: () => number) {
    this.#seconds = seconds;
    this.#now = now;
  }

  find(key: string): { readonly error: KeptError; readonly age: number } | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > this.#now())
      return { error: kept.error, age: Math.floor((this.#now() - kept.since) / 1000) };
    this.#kept.delete(key);
    return undefined;
  }

  keep(key: string, error: KeptError) {
    const since = this.#now();
    const until = since + this.#secondsOf(error) * 1000;
    if (until <= since) return;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= maxKept && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, { error, since, until });
  }

  #secondsOf(error: KeptError): number {
    const { status } = error;
    const minimum = this.#seconds.get(status) ?? defaultSeconds;
    const asked = maxAgeOf(error);
    if (always.includes(status)) return Math.max(minimum, asked ?? 0);
    return onRequest.includes(status) && asked !== undefined ? Math.max(minimum, asked) : 0;
  }
}

/** True if errors of this method are cached. Requests with any other method always reach the origin. */
export const isCached = ({ method }: Request) => method === 'GET' || method === 'HEAD';

export const errorKey = ({ url, headers }: Request, { queries, cookies, headers: named }: CacheKey) => {
  const query = [...url.searchParams].filter(([name]) => queries(name));
  const cookie = (headers.cookie ?? '').split(/;\s*/).filter((each) => cookies(each.split('=')[0] ?? ''));
  return JSON.stringify([url.pathname, query, cookie, named.map((name) => headers[name] ?? '')]);
};
