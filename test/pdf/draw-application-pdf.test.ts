import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { decodeReferences, elementsIn } from '../../lambdas/conversion/sanitize-docx.ts';
import { appendPdfs, drawApplicationPdf } from '../../lambdas/pdf/draw-application-pdf.ts';
import type { PdfContent } from '../../lambdas/pdf/pdf-content.ts';
import { type PrintLine, printLines } from '../../shared/form/index.ts';
import { factsOf } from '../../shared/questions/facts.ts';
import { application, complete, completeAnswers } from '../support/form.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { pdf } from '../support/samples.ts';

const answer = (label: string, text: string): PrintLine => ({
  kind: 'answer',
  key: label,
  label,
  text,
  answered: true,
  column: false,
});

const copyWith = (lines: readonly PrintLine[], changes: Partial<PdfContent> = {}): PdfContent => ({
  title: 'First-Year Application',
  partner: 'Northern Lakes University',
  applicant: 'Ada Lindgren',
  facts: [{ label: 'Name', text: 'Ada Lindgren' }],
  pages: [{ path: '/about', label: 'About You', lines }],
  documents: [],
  madeAt: new Date('2026-11-28T00:04:00Z'),
  timeZone: 'America/Detroit',
  ...changes,
});

const read = async (lines: readonly PrintLine[], changes?: Partial<PdfContent>) =>
  readPdf(await drawApplicationPdf(copyWith(lines, changes)));

/** The text of a page, ignoring line breaks. */
const flat = (text: string) => text.normalize('NFC').replace(/[\s\u00a0]+/g, ' ');

test.each([
  ['Vietnamese', 'Nguyễn Thị Ánh Đặng'],
  ['Chinese', '王小明'],
  ['Arabic', 'محمد علي'],
  ['Hebrew', 'דוד לוי'],
  ['Korean', '김민준'],
  ['Japanese', '山田 さくら'],
  ['Polish', 'Łukasz Żółć'],
  ['Greek', 'Ἑλένη Παπαδοπούλου'],
  ['Ukrainian', 'Ірина Їжак'],
  ['Turkish', 'Ğülşah İnönü'],
  ['Armenian', 'Անահիտ'],
  ['Georgian', 'თამარ'],
  ['Thai', 'สมชาย'],
  ['Tamil', 'தமிழ்'],
  ['several scripts', 'Zoë 王 (Wáng) und Łukasz'],
])('application PDF: a name in %s can be found by searching', async (_, name) => {
  const { text } = await read([answer('Name', name)], { applicant: name });
  expect(flat(text)).toContain(`Name ${name}`);
});

// A PDF reader returns these letters in the order in which they are drawn, so they are compared as a set.
test.each([
  ['Hindi', 'देवनागरी'],
  ['Bengali', 'সুমন'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ'],
  ['Gujarati', 'પ્રિયંકા'],
  ['Odia', 'ସୁଶାନ୍ତ'],
  ['Telugu', 'వెంకటేశ్'],
  ['Kannada', 'ಕನ್ನಡ'],
  ['Malayalam', 'മലയാളം'],
  ['Sinhala', 'සිංහල'],
  ['Khmer', 'ខ្មែរ'],
  ['Burmese', 'မြန်မာ'],
  ['Tibetan', 'བསྟན་འཛིན'],
  ['Amharic', 'አበበ'],
  ['Cherokee', 'ᏎᏉᏯ'],
  ['Lao', 'ສົມສັກ'],
])('application PDF: embeds the font of a name in %s', async (_, name) => {
  const { text } = await read([answer('Name', name)]);
  for (const letter of name) expect(text).toContain(letter);
  expect(text).not.toContain('\ufffd');
});

test.each([
  ['Gurmukhi', 'ੳਆੵਥ੍ਾਢਂਿ'],
  ['Thai', 'อฬู๊โัึบ้'],
  ['Tamil', 'ஶெஂஙஇூஂசேீ'],
  ['Khmer', 'ខ៉ោឩ៎បៀីហ'],
])('application PDF: draws marks of %s on letters that have no place for them', async (_, name) => {
  const { text } = await read([answer('Name', name)]);
  for (const letter of name) expect(text).toContain(letter);
});

test('application PDF: is tagged, titled and in English, with an outline', async () => {
  const { marked, info, outline, pages } = await read([
    { kind: 'section', title: 'Personal information' },
    answer('City', 'Houghton'),
  ]);
  expect(marked).toBe(true);
  expect(info).toMatchObject({ Title: 'First-Year Application – Ada Lindgren', Language: 'en-US' });
  expect(outline).toEqual([
    { title: 'About You', depth: 0, page: 1 },
    { title: 'Personal information', depth: 1, page: 1 },
  ]);
  expect(rolesIn(pages[0]?.structure)).toEqual(['H1', 'P', 'H2', 'H3', 'P']);
});

const rolesIn = (tree: unknown): readonly string[] => {
  const { role = '', children = [] } = tree as { role?: string; children?: readonly object[] };
  const below = children.flatMap((child) => ('role' in child ? rolesIn(child) : []));
  return /^(H\d|P)$/.test(role) ? [role, ...below] : below;
};

test('application PDF: shows Draft before submission and the confirmation number after it, on every page', async () => {
  const many = Array.from({ length: 300 }, (_, index) => answer(`Question ${index}`, 'Yes'));
  const draft = await read(many);
  const final = await read(many, { confirmation: 'NLU-7K3QX9PD' });
  expect(draft.pages.length).toBeGreaterThan(2);
  for (const [index, { text }] of draft.pages.entries()) {
    expect(text).toContain('Draft');
    expect(text).toContain(`Page ${index + 1} of ${draft.pages.length}`);
  }
  for (const { text } of final.pages) {
    expect(text).toContain('Confirmation number NLU-7K3QX9PD');
    expect(text).not.toContain('Draft');
  }
});

const submitted = { confirmation: 'NLU-7K3QX9PD', submitted_at: '2026-11-21T12:00:00Z' };
const everyFact = factsOf(completeAnswers, {
  username: 'ada@mail.example',
  receipt: submitted,
  timeZone: 'America/Detroit',
  checklist: { received: { transcript: '2026-11-20' }, missing: ['test-scores'], on: '2026-11-21' },
});

test('application PDF: says in the time zone of the university when it was made', async () => {
  const { text } = await read([]);
  expect(text).toContain('Made on November 27, 2026 at 7:04 PM EST');
});

test('application PDF: prints a complete application with every repeated block on at most five pages', async () => {
  const { pages } = await read([], { pages: printLines(application, complete), facts: everyFact });
  expect(pages.length).toBeLessThanOrEqual(5);
});

test('application PDF: begins with who applied for what and when it was submitted', async () => {
  const { pages } = await read([answer('City', 'Houghton')], { facts: everyFact });
  expect(flat(pages[0]?.text ?? '')).toContain(
    [
      'Name Ada Maria Lindgren III Email ada@mail.example Status Submitted Confirmation number NLU-7K3QX9PD',
      'Submitted November 21, 2026 at 7:00 AM EST Date of birth March 14, 2009 Term Fall 2027 Major Forestry',
      'High school Copper Country High School, Calumet, Michigan GPA 18.75 of 20 point scale',
      'SAT EBRW 640, Math 710 ACT 29 (English 27, Reading 31, Science 26, Math 33) Residency In-state',
      'Citizenship U.S. permanent resident (green card), Sweden',
      'Received transcript (November 20, 2026) Still needed on November 21, 2026 test scores About You',
    ].join(' '),
  );
});

test.each([
  ['a short name', 'Ada Lindgren', 'Ada Lindgren'],
  ['a name in another script', '王小明', '王小明'],
  ['the start of a long name', `Ada ${'Lindgren-'.repeat(40)}`, 'Ada Lindgren-Lindgren-'],
])('application PDF: shows %s in the header of every page', async (_, applicant, shown) => {
  const many = Array.from({ length: 300 }, (_each, index) => answer(`Question ${index}`, 'Yes'));
  const { pages } = await read(many, { applicant, facts: [] });
  expect(pages.length).toBeGreaterThan(2);
  for (const { text, pieces } of pages) {
    expect(flat(text)).toContain(`Northern Lakes University · ${shown}`);
    for (const { right } of pieces) expect(right).toBeLessThanOrEqual(612);
  }
});

test('application PDF: keeps a question with its answer, and a repeated block as a whole, on one page', async () => {
  const blocks = Array.from({ length: 60 }, (_, index) => [
    { kind: 'section', title: `College ${index}:`, inner: true } as const,
    ...['name', 'city', 'code', 'ZIP'].map((part) =>
      answer(`${part} of ${index}:`, `its ${part} (${index})`),
    ),
  ]).flat();
  const { pages } = await read([{ kind: 'section', title: 'Colleges' }, ...blocks]);
  expect(pages.length).toBeGreaterThan(2);
  for (let index = 0; index < 60; index += 1) {
    const holders = pages.filter(({ text }) => text.includes(`College ${index}:`));
    expect(holders).toHaveLength(1);
    for (const part of ['name', 'city', 'code', 'ZIP'])
      expect(flat(holders[0]?.text ?? '')).toContain(`${part} of ${index}: its ${part} (${index})`);
  }
});

test('application PDF: never leaves a heading at the end of a page', async () => {
  for (let count = 92; count < 120; count += 1) {
    const many = Array.from({ length: count }, (_, index) => answer(`Question ${index}`, 'Yes'));
    const { pages } = await read([], {
      pages: [
        { path: '/about', label: 'About You', lines: many },
        {
          path: '/education',
          label: 'Academics',
          lines: [{ kind: 'section', title: 'Your plans' }, answer('Term', 'Fall')],
        },
      ],
    });
    const holder = pages.find(({ text }) => text.includes('Academics'));
    expect(flat(holder?.text ?? '')).toContain('Academics Your plans Term Fall');
  }
});

test('application PDF: shows both of two options, and several below each other', async () => {
  const options = [
    { label: 'Yes', chosen: true },
    { label: 'No', chosen: false },
  ];
  const line = { kind: 'answer', key: 'a', label: 'Veteran?', text: 'Yes', answered: true, options } as const;
  const several = [...options, { label: 'I prefer not to answer', chosen: false }];
  const { text, pages } = await read([
    { ...line, column: false },
    { ...line, label: 'Hispanic?', options: several, column: true },
    { kind: 'notice', text: 'Please note.' },
    {
      kind: 'document',
      key: 'd',
      label: 'Transcript',
      text: 'Document attached for Transcript',
      answered: true,
    },
  ]);
  expect(flat(text)).toContain(
    'Veteran? [X] Yes [ ] No Hispanic? [X] Yes [ ] No [ ] I prefer not to answer Please note. Transcript Document attached for Transcript',
  );
  const heights = several.map(({ label }) => {
    const found = pages[0]?.pieces.findLast(
      (piece) => piece.text.endsWith(label.replaceAll(' ', '\u00a0')) || piece.text.endsWith(label),
    );
    return found?.y;
  });
  expect(new Set(heights).size).toBe(3);
});

test('application PDF: shows the label of a single checkbox once, and nested sections below their parent', async () => {
  const agree = 'I agree to everything';
  const { text, pages } = await read([
    { kind: 'section', title: 'Colleges' },
    { kind: 'section', title: 'College 2', inner: true },
    { ...answer(agree, 'Yes'), options: [{ label: agree, chosen: true }] } as PrintLine,
  ]);
  expect(flat(text).split(agree)).toHaveLength(2);
  expect(flat(text)).toContain(`[X] ${agree}`);
  expect(rolesIn(pages[0]?.structure)).toEqual(['H1', 'P', 'H2', 'H3', 'H4', 'P']);
});

const letters = (index: number) =>
  index.toString(26).replace(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26)));

test.each([
  ['words', Array.from({ length: 1_000 }, (_, index) => letters(index).padEnd(6, '-')).join(' ')],
  ['one word', Array.from({ length: 1_750 }, (_, index) => letters(index).padEnd(4, '-')).join('')],
  ['Chinese', '学'.repeat(7_000)],
])('application PDF: shows all 7,000 characters of an answer (%s)', async (_, essay) => {
  const { pages } = await read([answer('Essay', essay), answer('After', 'the essay')]);
  const kept = (text: string) => text.replace(/\s/g, '');
  expect(kept(pages.map(({ body }) => body).join(''))).toContain(`Essay${kept(essay)}After`);
});

test('application PDF: keeps line breaks, and draws characters that no font has', async () => {
  const { text } = await read([answer('Odd', 'first\nsecond\r\nthird\u0000\u200d end \u{1f9ff}\ud800')]);
  expect(text).toMatch(/first\n+second\n+third end/);
});

/** The texts of the XML metadata of a PDF, which is read strictly. */
const metadataOf = async (bytes: Uint8Array) => {
  const { catalog } = await PDFDocument.load(bytes);
  const stream = catalog.lookup(PDFName.of('Metadata'));
  if (!(stream instanceof PDFRawStream)) throw new Error('There is no metadata.');
  const elements = elementsIn(stream.contents).map(({ name }) => name);
  const texts = Buffer.from(stream.contents)
    .toString()
    .split(/<[^>]*>/);
  return {
    elements,
    texts: texts.map((text) => decodeReferences(text.trim())).filter((text) => text !== ''),
  };
};

test.each([
  ['markup', 'A</rdf:li><x>&', 'A</rdf:li><x>&'],
  ['an end of the packet', '<?xpacket end="w"?>]]>', '<?xpacket end="w"?>]]>'],
  ['quotes and references', `O'Brien "Bo" &lt;&#60;`, `O'Brien "Bo" &lt;&#60;`],
  ['characters that XML cannot have', 'A\u0001B\ud800C\uffff', 'A\ufffdB\ufffdC\ufffd'],
  ['letters of other scripts', '王小明 محمد', '王小明 محمد'],
])('application PDF: a name with %s neither breaks nor adds to the metadata', async (_, name, written) => {
  const plain = await metadataOf(await drawApplicationPdf(copyWith([])));
  const bytes = await drawApplicationPdf(copyWith([], { applicant: name }));
  const { elements, texts } = await metadataOf(bytes);
  expect(elements).toEqual(plain.elements);
  expect(texts).toContain(`First-Year Application – ${written}`);
  const whole = await appendPdfs(async () => bytes, [await pdf()]);
  expect((await metadataOf(whole)).texts).toEqual(texts);
});
