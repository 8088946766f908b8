import { Agent, request } from 'node:http';
import { SmokeClient, type SmokeReply } from '../../../shared/smoke/client.ts';
import type { Client } from '../applicants/client.ts';
import type { Call, Outcome } from './judge.ts';
import type { Slots } from './slots.ts';

/** No response came in time. */
class Silence extends Error {}

interface Parts {
  readonly url: string;
  readonly slots: Pick<Slots, 'take'>;
  /** Local address of the calls. Each applicant has a different one, as on the internet. */
  readonly from: string | undefined;
  /** Timeout of a call, in milliseconds. */
  readonly patience: number;
  readonly record: (call: Call) => void;
}

/** Connections that a browser opens to one host. */
const maxConnections = 6;

/** The local cloud's own pages, such as the outbox, do not belong to the product. */
const isOfLocalCloud = (url: string) => new URL(url).pathname.startsWith('/_local/');

/** One applicant's browser. Sends each call at its scheduled time and records the outcome. */
export class TimedClient implements Client {
  readonly #parts: Parts;
  readonly #agent: Agent;
  readonly #browser: SmokeClient;
  #underWay = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { url, from } = parts;
    const address = from === undefined ? {} : { localAddress: from };
    this.#agent = new Agent({ keepAlive: true, maxSockets: maxConnections, ...address });
    this.#browser = new SmokeClient(url, (target, init) => this.#inTurn(target, init));
  }

  send(method: string, path: string, init?: RequestInit): Promise<SmokeReply> {
    return this.#browser.send(method, path, init);
  }

  post(url: string, body: FormData): Promise<SmokeReply> {
    return this.#inTurn(url, { method: 'POST', body });
  }

  /** True if a connection is free, in addition to the one for the applicant's next call. */
  get hasRoom(): boolean {
    return this.#underWay < maxConnections - 1;
  }

  /** Sends a request immediately, while others are running, as a page reload does. */
  async reload(path: string, due: number): Promise<void> {
    const { url } = this.#parts;
    const headers = { cookie: this.#browser.cookieHeader, origin: url, 'sec-fetch-site': 'same-origin' };
    await this.#timed(url + path, { headers }, due).catch(() => undefined); // the outcome is recorded
  }

  async #inTurn(url: string, init: RequestInit = {}): Promise<SmokeReply> {
    if (isOfLocalCloud(url)) return this.#exchange(url, init);
    return this.#timed(url, init, await this.#parts.slots.take());
  }

  async #timed(url: string, init: RequestInit, due: number): Promise<SmokeReply> {
    const title = titleOf(init.method ?? 'GET', url);
    const done = (outcome: Outcome) =>
      this.#parts.record({ title, due, took: performance.now() - due, outcome });
    this.#underWay += 1;
    try {
      const reply = await this.#exchange(url, init);
      const { status, headers } = reply;
      // Every reply of a function has this header (lambdas/http/middleware/response-headers.ts).
      const isOfFunction = headers.get('cache-control') === 'no-store';
      done({ is: 'reply', status, retryAfter: headers.get('retry-after'), isOfFunction });
      return reply;
    } catch (error) {
      done(error instanceof Silence ? { is: 'silence' } : { is: 'broken', reason: String(error) });
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  async #exchange(url: string, init: RequestInit): Promise<SmokeReply> {
    const asked = new Request(url, init);
    const body = Buffer.from(await asked.arrayBuffer());
    const { promise, resolve, reject } = Promise.withResolvers<SmokeReply>();
    const call = request(url, {
      agent: this.#agent,
      method: asked.method,
      headers: Object.fromEntries(asked.headers),
    });
    // On a busy machine the timer may fire before a response that has already arrived is read.
    const giveUp = () =>
      setImmediate(() => {
        reject(new Silence());
        call.destroy();
      });
    const timer = setTimeout(giveUp, this.#parts.patience);
    call.once('error', reject);
    call.once('response', (response) => {
      const headers = new Headers();
      for (const [name, values = []] of Object.entries(response.headersDistinct))
        for (const value of values) headers.append(name, value);
      response.toArray().then((parts) => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, headers, text });
      }, reject);
    });
    call.end(body.length > 0 ? body : undefined);
    return promise.finally(() => clearTimeout(timer));
  }
}

/** Title of a call: method and path. Uploads are posted to a bucket, whose path is not part of the API. */
function titleOf(method: string, url: string): string {
  const { pathname } = new URL(url);
  const isUpload = method === 'POST' && !/^\/(api|public)\//.test(pathname);
  return isUpload ? 'POST to the bucket' : `${method} ${pathname}`;
}
