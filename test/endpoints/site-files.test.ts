import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { blankPages } from '../../scripts/build/blank-form/lines.ts';
import { securityTxt } from '../../scripts/build/security-txt.ts';
import { walk } from '../../shared/form/index.ts';
import { university } from '../../shared/partners/index.ts';
import { withCloud } from '../support/cloud.ts';
import { application } from '../support/form.ts';
import { readPdf } from '../support/pdf-reading.ts';

const cloud = withCloud();
describe('the form to print', () => {
  const flat = (text: string) => text.replace(/[\s\u00a0]+/g, ' ');
  const lines = blankPages(application).flatMap((page) => page.lines);
  let read: Awaited<ReturnType<typeof readPdf>>;
  let text: string;
  beforeAll(async () => {
    const reply = await fetch(`${cloud().url}/blank.pdf`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    read = await readPdf(new Uint8Array(await reply.arrayBuffer()));
    text = flat(read.text);
  }, 60_000);

  it('has every question of the form, on at most eight pages', () => {
    expect(read.pages.length).toBeLessThanOrEqual(8);
    const labels = walk(application)
      .questions.filter(({ rules }) => rules.every((rule) => rule.on !== 'count' || rule.number === 1))
      .map(({ question }) => flat(question.printLabel ?? question.label));
    expect(labels.length).toBeGreaterThan(100);
    expect(labels.filter((label) => !text.includes(label))).toEqual([]);
    expect(lines.filter(({ kind }) => kind === 'question')).toHaveLength(labels.length);
  });

  it('has branches, repetitions and lists in words', () => {
    expect(text).toContain(
      'Only if “What is your citizenship?” is “U.S. permanent resident (green card)”: What is your country of citizenship?',
    );
    expect(text).toContain('Only if “My mailing address is the same as above” is not checked:');
    expect(text).toContain('Only if you choose “Upload a résumé”:');
    expect(text).toContain('College 1 You can add up to 5.');
    expect(text).toMatch(/Country From a list of \d{3}/);
    expect(text).toContain('[ ] Female');
  });

  it('has no key and no code of the data', () => {
    const words = lines.map((line) =>
      line.kind === 'note' ? line.text : line.kind === 'question' ? line.hint : '',
    );
    const keys = walk(application).questions.map(({ key }) => key);
    expect(words.filter((word) => keys.some((key) => key.includes('_') && word.includes(key)))).toEqual([]);
    expect(words.filter((word) => /[“"](?:[A-Z0-9]{1,3}|true|false)[”"]/.test(word))).toEqual([]);
  });
});

const pictureAt = async (path: string) => {
  const { width, height, format } = await sharp(
    await (await fetch(cloud().url + path)).arrayBuffer(),
  ).metadata();
  return { width, height, format };
};

it('the site can be installed: its manifest names the university, and its icons have the named sizes', async () => {
  const reply = await fetch(`${cloud().url}/manifest.webmanifest`);
  expect(reply.headers.get('content-type')).toBe('application/manifest+json');
  const { name, display, icons } = await reply.json();
  expect([name, display]).toEqual(['Northern Lakes University: First-year application', 'minimal-ui']);
  for (const { src, sizes } of icons) {
    const { width, height, format } = await pictureAt(src);
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  }
  expect(icons).toHaveLength(2);
});

it('a link to a page is shown with title, words and picture', async () => {
  const page = await (await fetch(`${cloud().url}/about`)).text();
  const tag = (property: string) =>
    new RegExp(`<meta property="og:${property}" content="([^"]*)">`).exec(page)?.[1];
  expect(tag('title')).toBe('First-year application – Northern Lakes University');
  expect(tag('description')).toMatch(/^Apply to Northern Lakes University: /);
  const image = new URL(tag('image') ?? '');
  expect(image.protocol).toBe('https:');
  expect(await pictureAt(image.pathname)).toEqual({ width: 1200, height: 630, format: 'png' });
  for (const file of ['manifest.webmanifest', 'apple-touch-icon.png'])
    expect(page).toContain(`href="/${file}"`);
});

describe('/.well-known/security.txt', () => {
  it('says where to report a vulnerability, and until when that is right', async () => {
    const response = await fetch(`${cloud().url}/.well-known/security.txt`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    const text = await response.text();
    expect(text).toContain(`Contact: ${university.security.contact}\n`);
    expect(text).toContain(`Policy: ${university.security.policy}\n`);
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(366);
  });

  it.each([
    ['2027-01-31T23:59:59Z', '2027-12-01T00:00:00Z'],
    ['2027-02-01T00:00:00Z', '2028-01-01T00:00:00Z'],
  ])('built on %s ends on %s, in the format of RFC 3339', (today, end) => {
    const text = securityTxt({ security: { contact: 'mailto:security@example.edu' } }, new Date(today));
    expect(text).toBe(`Contact: mailto:security@example.edu\nExpires: ${end}\nPreferred-Languages: en\n`);
  });
});
