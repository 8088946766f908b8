import { routes } from '../api/routes.ts';
import type { Check, SmokeRun } from './check.ts';
import { request, requireThat } from './client.ts';

/** Headers that every response of the site and the API must have. */
const securityHeaders: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'strict-transport-security': /max-age=\d{8}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
};

const page = '/login';
const call = routes.applicant.getProfile.path;

/** Any response will do: the other checks and their remedies are about wrong ones. */
async function checkAnswers({ target: { site } }: SmokeRun): Promise<void> {
  await request(site + page);
}

async function checkSecurityHeaders({ target: { site } }: SmokeRun): Promise<void> {
  for (const path of [page, call]) {
    const { headers } = await request(site + path);
    const wrong = Object.entries(securityHeaders).filter(
      ([name, expected]) => !expected.test(headers.get(name) ?? ''),
    );
    const names = wrong.map(([name]) => `${name} (${headers.get(name) ?? 'missing'})`);
    requireThat(names.length === 0, `${path} has not the expected ${names.join(', ')}`);
  }
}

async function checkCaching({ target: { site } }: SmokeRun): Promise<void> {
  const { status, text, headers } = await request(site + page);
  requireThat(status === 200, `${page} returned ${status}`);
  const asset = /"(\/assets\/[^"]+)"/.exec(text)?.[1];
  requireThat(asset !== undefined, `${page} names no file of /assets`);
  const file = await request(site + asset);
  requireThat(file.status === 200, `${asset}, which ${page} names, returned ${file.status}`);
  const answer = await request(site + call);
  for (const [path, found, expected] of [
    [page, headers, /no-cache/],
    [asset, file.headers, /max-age=31536000.*immutable/],
    [call, answer.headers, /no-store/],
  ] as const) {
    const cacheControl = found.get('cache-control') ?? 'missing';
    requireThat(expected.test(cacheControl), `cache-control of ${path} is ${cacheControl}`);
  }
}

async function checkAnonymous({ target: { site } }: SmokeRun): Promise<void> {
  const { status } = await request(site + call);
  requireThat(status === 401, `${call} without a session returned ${status} instead of 401`);
}

async function checkForeignOrigin({ target: { site } }: SmokeRun): Promise<void> {
  const { method, path } = routes.account.logIn;
  const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'nobody@elsewhere.example', password: 'nothing' });
  const { status } = await request(site + path, { method, headers, body });
  requireThat(status === 403, `${path} with the Origin of another site returned ${status} instead of 403`);
}

/**
 * Uses a public call, which must also be rejected without CloudFront's secret header. A disabled endpoint
 * returns 404.
 */
async function checkDirectApi({ target: { api = '' } }: SmokeRun): Promise<void> {
  const path = `${routes.public.find.path}?category=hs_ceeb&text=high`;
  const { status } = await request(new URL(path, api).href);
  requireThat(status === 403 || status === 404, `${api} returned ${status} instead of 403`);
}

async function checkLocalMailbox({ target: { site } }: SmokeRun): Promise<void> {
  const { status } = await request(`${site}/_local/mail.json`);
  requireThat(status === 403 || status === 404, `/_local/mail.json returned ${status} instead of 403`);
}

/** Checks that need no account. */
export const siteChecks: readonly Check[] = [
  {
    title: 'The site answers',
    reaches: 'site',
    run: checkAnswers,
    remedy:
      'Local cloud: start it with `npm start`, or name its port with --port. Deployment: check your network, the DNS records of the site, and its CloudFront distribution.',
  },
  {
    title: 'Pages and calls have the security headers',
    run: checkSecurityHeaders,
    remedy:
      'Deploy the Web stack again, and remove whatever stands before CloudFront or was changed in its response headers policy.',
  },
  {
    title: 'Pages are checked for changes, their files kept for a year, and calls never stored',
    run: checkCaching,
    remedy: 'Deploy the Web stack again: it uploads the pages and files with their cache headers.',
  },
  {
    title: 'Without a session there are no answers',
    run: checkAnonymous,
    remedy: 'Roll back. If it returned 5xx, read the log of the function `applicant`.',
  },
  {
    title: 'Calls from the pages of other sites are refused',
    run: checkForeignOrigin,
    remedy: 'Roll back: this release would let other sites act for applicants.',
  },
  {
    title: "The API's own address is closed",
    skip: ({ kind, api }) => {
      if (api !== undefined) return undefined;
      return kind === 'local cloud'
        ? 'the local cloud has no such address'
        : 'name the address with --api, or the deployment with --stage';
    },
    run: checkDirectApi,
    remedy:
      'Deploy the Api and Web stacks again: the functions must refuse every call without the secret that CloudFront sends.',
  },
  {
    title: 'The mailbox of the local cloud is not there',
    skip: ({ kind }) => (kind === 'local cloud' ? 'the local cloud has it' : undefined),
    run: checkLocalMailbox,
    remedy:
      'This is a local cloud and no deployment: take it off the network. Anyone can read its mails there.',
  },
];
