import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageData } from '../../web/console/page-data.ts';
import { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { followedLink, signIn, withStaffCloud } from '../support/staff.ts';
import { type SubmittedApplication, submitted } from '../support/submitted.ts';
import { setInItems } from '../support/table.ts';

// The page of the console's list, as a function renders it. Without a list it is the page of the bucket.

const { cloud } = withStaffCloud(withoutDeliveries);
const emptyPage = '<div id="root"></div>';

let rita: ApiClient;
let ada: SubmittedApplication;

beforeAll(async () => {
  ada = await submitted(cloud(), { last_name: "O'Brien <script>" });
  rita = await signIn(cloud(), 'Rita Reader');
});

async function open(query = '', client = rita, headers = {}) {
  const cookies = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const response = await fetch(`${cloud().url}/staff${query}`, { headers: { cookie: cookies, ...headers } });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/html/),
  ]);
  return { headers: response.headers, html: await response.text() };
}

const inline = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => text);
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const dataOf = (html: string): PageData =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('the page of the list', () => {
  it('arrives with the rows that the person sees, and with their data', async () => {
    const { html, headers } = await open('?missing=transcript&sort=name');
    expect(html).toContain(`href="/staff/applications/${ada.sub}?missing=transcript&amp;sort=name"`);
    expect(html).toContain('1 application shown');
    expect(html).toContain('<strong>Rita Reader</strong>');
    const list = await rita.call('GET', '/api/staff/applications?missing=transcript&sort=name');
    expect(dataOf(html)).toEqual({
      list: list.body,
      member: (await rita.call('GET', '/api/staff/me')).body,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const entries = (await auditLogOf(cloud())).filter(({ event }) => event === 'applications-listed');
    expect(entries).toHaveLength(2);
  });

  it('runs no script and applies no style sheet but those that its policy names', async () => {
    const { html, headers } = await open();
    const policy = headers.get('content-security-policy') ?? '';
    const [scripts, styles] = [inline(html, 'script'), inline(html, 'style')];
    expect([scripts.length, styles.length]).toEqual([1, 1]);
    expect(policy).toContain(`script-src 'self' ${scripts.map(hashOf).join(' ')};`);
    expect(policy).toContain(`style-src 'self' ${styles.map(hashOf).join(' ')};`);
  });

  it('shows typed text as text', async () => {
    const { html } = await open(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    const everyone = await open();
    expect(everyone.html).not.toMatch(/Brien <script>/);
    expect(dataOf(everyone.html).list.applications[0]?.name).toContain('Brien <script>');
  });

  it.each([
    ['without a session', () => open('', new ApiClient(cloud()))],
    ['for a link on another site', () => open('', rita, followedLink)],
    ['for a later page of the list', () => open('?after=zzz')],
    ['for a query that the list does not have', () => open('?late=perhaps')],
  ])('is empty %s, and fetches the list', async (_, visit) => {
    const { html } = await visit();
    expect(html).toContain(emptyPage);
    expect(html).not.toContain('page-data');
  });

  it('is empty until the identity provider confirms the role', async () => {
    const omar = await signIn(cloud(), 'Omar Office');
    await setInItems(cloud(), 'SESSION', { attribute: 'checked_at', value: 1 });
    expect((await open('', omar)).html).toContain(emptyPage);
    await omar.call('GET', '/api/staff/me');
    expect((await open('', omar)).html).toContain('<strong>Omar Office</strong>');
  });
});
