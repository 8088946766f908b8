import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { ApiClient, newNetwork } from './applicant.ts';

export type Staff = 'Rita Reader' | 'Remy Records' | 'Omar Office' | 'Dana Director' | 'Vera Visitor';

export const idOf = (name: Staff) => (name.split(' ')[0] ?? '').toLowerCase();

/** A browser's way through the identity provider. Returns the address to which it is sent back. */
export async function signInAtProvider(start: string, name: Staff): Promise<string> {
  const cookies = new Map<string, string>();
  const go = async (url: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(key, value);
    }
    const next = new URL(response.headers.get('location') ?? url, url).href;
    await response.body?.cancel();
    return { status: response.status, next };
  };
  const { origin } = new URL(start);
  const choice = await go(start);
  const chosen = await go(choice.next, {
    method: 'POST',
    body: new URLSearchParams({ person: idOf(name) }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  let { next } = chosen;
  while (next.startsWith(origin)) ({ next } = await go(next));
  return next;
}

/** A browser that sends these headers itself: fetch of Node sets `sec-fetch-mode`. */
export const newBrowser = (cloud: LocalCloud) => new ApiClient(cloud, newNetwork());

/** Headers of a link that another site's page follows. */
export const followedLink = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

/** Signs a person in to the console. */
export async function signIn(cloud: LocalCloud, name: Staff, query = ''): Promise<ApiClient> {
  const client = newBrowser(cloud);
  const begun = await client.call('GET', `/api/staff/sign-in${query}`);
  const back = new URL(await signInAtProvider(begun.headers.get('location') ?? '', name));
  const done = await client.send('GET', back.pathname + back.search, { headers: followedLink });
  if (done.status !== 302)
    throw new Error(`${name} is not signed in: ${done.status} ${JSON.stringify(done.body)}`);
  return client;
}
