import { request, SmokeClient, type SmokeReply } from '../../../shared/smoke/client.ts';

/** HTTP client of one applicant. Both calls reject if no reply comes. */
export interface Client {
  /** Calls the site as a browser does, with the applicant's cookies. */
  send(method: string, path: string, init?: RequestInit): Promise<SmokeReply>;
  /** Posts a form with a file to the bucket. */
  post(url: string, form: FormData): Promise<SmokeReply>;
}

/** A site that may be unreachable for a while. */
export interface Site {
  readonly url: string;
  /** Resolves when the site responds. */
  answering(): Promise<void>;
}

/** Sends each call when the site responds. */
export function clientOf(site: Site): Client {
  const browser = new SmokeClient(site.url);
  return {
    async send(method, path, init) {
      await site.answering();
      return browser.send(method, path, init);
    },
    post: (url, body) => request(url, { method: 'POST', body }),
  };
}
