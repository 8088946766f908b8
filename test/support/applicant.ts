import { randomUUID } from 'node:crypto';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { fetchFrom } from './fetch-from.ts';

type Json = Record<string, unknown>;
export interface ApiReply {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const goodPassword = 'Correct-Horse-9!';
export const newAddress = () => `ada.${randomUUID().slice(0, 13)}@example.org`;

let networks = 0;

/** A source address in a network that no other caller of this test file has. */
export const newNetwork = (): string => {
  networks += 1;
  return `127.${100 + (networks >> 8)}.${networks & 255}.1`;
};

/** A browser without pages: keeps cookies and sends the headers that a browser sends. */
export class ApiClient {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #from: string | undefined;

  /** `from` is another source address; without it, calls come from 127.0.0.1. */
  constructor({ url }: Pick<LocalCloud, 'url'>, from?: string) {
    this.#url = url;
    this.#from = from;
  }

  async send(method: Method, path: string, init: RequestInit = {}): Promise<ApiReply> {
    const headers = new Headers({
      origin: new URL(this.#url).origin,
      'sec-fetch-site': 'same-origin',
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const url = this.#url + path;
    const response = await (this.#from === undefined
      ? fetch(url, { ...init, method, headers, redirect: 'manual' })
      : fetchFrom(this.#from, url, { method, headers, body: String(init.body ?? '') }));
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    if (response.headers.has('retry-after') && ![429, 503].includes(response.status))
      throw new Error(`${method} ${path}: ${response.status} with Retry-After`);
    return { status: response.status, body: (await response.json()) as Json, headers: response.headers };
  }

  call(method: Method, path: string, body?: unknown): Promise<ApiReply> {
    if (body === undefined) return this.send(method, path);
    return this.send(method, path, {
      body: JSON.stringify(body).replaceAll('\uFFFD', '\\ufffd'), // as web/api-client sends it
      headers: { 'content-type': 'application/json' },
    });
  }

  #keep(cookie: string) {
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The six-digit code in the newest mail to an address. */
export const codeFor = (cloud: LocalCloud, address: string): string =>
  /\b\d{6}\b/.exec(cloud.mail(address)[0]?.text ?? '')?.[0] ?? '';
