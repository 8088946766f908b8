import type { ApiReply } from './cloud.ts';

/**
 * State of one browser tab: its cookies, the last revision it received, and answers that are not acknowledged
 * yet.
 */
export class Tab {
  readonly page: string;
  readonly #cookies: Map<string, string>;
  revision: number | undefined;
  saves = 0;
  savesInFlight = 0;
  readonly unsaved = new Map<string, string>();

  constructor(page: string, cookies: ReadonlyMap<string, string> = new Map()) {
    this.page = page;
    this.#cookies = new Map(cookies);
  }

  get jar(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  get cookies(): readonly string[] {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`);
  }

  get isLoggedIn(): boolean {
    return this.#cookies.has('__Host-session');
  }

  keepCookies({ cookies }: ApiReply): void {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (/max-age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** Imitates closing the browser: nothing is left of the session. */
  forget(): void {
    this.#cookies.clear();
    this.revision = undefined;
  }
}
