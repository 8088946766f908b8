import { degrees, PDFDocument, rgb } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { appendPdfs, drawApplicationPdf } from '../../lambdas/pdf/draw-application-pdf.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { drawnPages, type Pixels } from '../support/pdf-rendering.ts';
import { rawPdf, stream } from '../support/raw-pdf.ts';
import { pdf } from '../support/samples.ts';

const documentsNamed = (...labels: readonly string[]) =>
  labels.map((label) => ({ label, fileName: `${label.toLowerCase()}.pdf` }));

const drawWith = (documents: ReturnType<typeof documentsNamed>) => () =>
  drawApplicationPdf({
    ...{ title: 'First-Year Application', partner: 'Northern Lakes University', applicant: 'Ada Lindgren' },
    ...{ facts: [{ label: 'Name', text: 'Ada Lindgren' }], documents },
    pages: [
      { path: '/about', label: 'About You', lines: [{ kind: 'section', title: 'Personal information' }] },
    ],
    madeAt: new Date('2026-11-21T12:00:00Z'),
    timeZone: 'America/Detroit',
  });

const flat = (text: string) => text.replace(/\s+/g, ' ');

test('application PDF: lists the documents on its first page, appends them, and has a bookmark for each', async () => {
  const documents = documentsNamed('Transcript', 'Essay');
  const uploads = [await pdf({ texts: ['Grade A', 'Grade B'] }), await pdf({ texts: ['I row.'] })];
  const whole = await readPdf(await appendPdfs(drawWith(documents), uploads));
  expect(whole.pages.map(({ body }) => body).slice(1)).toEqual(['Grade A', 'Grade B', 'I row.']);
  expect(flat(whole.pages[0]?.text ?? '')).toContain(
    'Document 1 Transcript (transcript.pdf) Document 2 Essay (essay.pdf)',
  );
  expect(whole.outline).toEqual([
    { title: 'About You', depth: 0, page: 1 },
    { title: 'Personal information', depth: 1, page: 1 },
    { title: 'Uploaded documents', depth: 0, page: 2 },
    { title: 'Transcript', depth: 1, page: 2 },
    { title: 'Essay', depth: 1, page: 4 },
  ]);
  expect(whole.marked).toBe(true);
  expect(whole.info).toMatchObject({ Title: 'First-Year Application – Ada Lindgren', Language: 'en-US' });
});

test('application PDF: numbers the pages of the documents too, and names applicant and document on them', async () => {
  const uploads = [await pdf({ texts: ['Grade A', 'Grade B'] })];
  const { pages } = await readPdf(await appendPdfs(drawWith(documentsNamed('Transcript')), uploads));
  for (const [index, { text }] of pages.entries()) expect(text).toContain(`Page ${index + 1} of 3`);
  for (const { text } of pages.slice(1))
    expect(text).toContain('First-Year Application – Ada Lindgren · Transcript');
});

type Size = readonly [width: number, height: number];

/** A document whose only page is colored up to its edges. */
async function coloredPage([width, height]: Size, rotation: number, isCropped = false) {
  const document = await PDFDocument.create();
  const page = document.addPage([width, height]);
  page.setRotation(degrees(rotation));
  page.drawRectangle({ x: 0, y: 0, width, height, color: rgb(0, 0.5, 0) });
  page.drawRectangle({ x: 0, y: 0, width: width / 3, height: height / 4, color: rgb(0.8, 0, 0) });
  if (isCropped) page.setCropBox(20, 30, width - 60, height - 80);
  return (await sanitizePdf(await document.save())).bytes;
}

const rows = ({ width, data }: Pixels, from: number, to: number) =>
  Buffer.from(data.subarray(from * width * 4, to * width * 4));
const isGray = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  Math.max(red, green, blue) - Math.min(red, green, blue) < 40;
const pixels = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 4 }, (_, index) => [...bytes.subarray(index * 4, index * 4 + 3)]);

/** A page that changes the coordinates and leaves states saved. */
const unbalanced = rawPdf((add) => ({
  page: `/MediaBox [0 0 612 792] /Contents ${add(stream('', 'q q 0 2 -2 0 300 9 cm 0 .5 0 rg -900 -900 3000 3000 re f'))}`,
}));

test.each([
  ['Letter', () => coloredPage([612, 792], 0)],
  ['A4, on its side', () => coloredPage([595, 842], 90)],
  ['upside down', () => coloredPage([842, 595], 180)],
  ['turned to the left', () => coloredPage([612, 792], 270)],
  ['cropped', () => coloredPage([612, 792], 0, true)],
  ['cropped and turned', () => coloredPage([612, 792], 90, true)],
  ['as large as a poster', () => coloredPage([1224, 1584], 0)],
  ['whose content ends with other coordinates', async () => (await sanitizePdf(unbalanced)).bytes],
])(
  'application PDF: the number of a page (%s) is below its content and covers none of it',
  async (_, make) => {
    const bytes = await make();
    const [before] = await drawnPages(bytes);
    const [, after] = await drawnPages(await appendPdfs(drawWith(documentsNamed('Essay')), [bytes]));
    if (!before || !after) throw new Error('A page is missing.');
    expect(after.width).toBe(before.width);
    // The last row of the content may be half a pixel high.
    const end = before.height - 1;
    expect(Buffer.compare(rows(after, 0, end), rows(before, 0, end))).toBe(0);
    const strip = pixels(rows(after, before.height + 1, after.height));
    expect(strip.every(isGray)).toBe(true);
    expect(strip.filter(([red = 255]) => red < 128).length).toBeGreaterThan(20);
  },
);
