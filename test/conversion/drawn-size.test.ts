import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { conversionErrorOf } from '../support/conversion-error.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Add, rawPdf, stream } from '../support/raw-pdf.ts';

const tooComplex =
  'This PDF is too complex for us to copy. Please scan or photograph its pages, and upload that as one PDF.';

const form = (entries: string, content: string) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${entries}`, content);

/** The last of several forms, each of which draws the one before it ten times. */
const formTree = (add: Add, levels: number, filler = '') => {
  let last = add(form('', `0 0 9 9 re f ${filler}`));
  for (let level = 1; level < levels; level++)
    last = add(form(`/Resources <</XObject <</A ${last}>>>>`, '/A Do '.repeat(10)));
  return last;
};

const page = (content: string, resources: string) =>
  `/MediaBox [0 0 99 99] /Contents ${content} /Resources <<${resources}>>`;

const drawing = (build: (add: Add) => string, content = '/X Do') =>
  rawPdf((add) => ({ page: page(add(stream('', content)), build(add)) }));

test('sanitized PDF: rejects forms that draw each other ten times, thirty levels deep', async () => {
  const bytes = drawing((add) => `/XObject <</X ${formTree(add, 30)}>>`);
  expect(bytes.length).toBeLessThan(10_000);
  expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(tooComplex);
});

test('sanitized PDF: keeps forms that draw each other ten times, three levels deep', async () => {
  const { bytes } = await sanitizePdf(drawing((add) => `/XObject <</X ${formTree(add, 3)}>>`));
  expect((await readPdf(bytes)).pages).toHaveLength(1);
});

test('sanitized PDF: rejects drawings that multiply through each kind of resource', async () => {
  const tree = (add: Add) => formTree(add, 8);
  const inForm = (add: Add) => `/Resources <</XObject <</X ${tree(add)}>>>>`;
  const tile = '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9';
  const glyphs = (add: Add) =>
    `/Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding <</Type /Encoding /Differences [97 /a]>> /CharProcs <</a ${add(stream('', '9 0 d0 /X Do'))}>> ${inForm(add)}`;
  const files: readonly Buffer[] = [
    drawing(
      (add) => `/Pattern <</P ${add(stream(`${tile} ${inForm(add)}`, '/X Do'))}>>`,
      '/Pattern cs /P scn 0 0 9 9 re f',
    ),
    drawing((add) => `/ExtGState <</G <</SMask <</S /Alpha /G ${tree(add)}>>>>>>`, '/G gs 0 0 9 9 re f'),
    drawing((add) => `/Font <</F <<${glyphs(add)}>>>>`, 'BT /F 9 Tf (aaaaaaaa) Tj ET'),
    drawing((add) => `/XObject <</X ${tree(add)}>>`, '/#58 Do'),
  ];
  for (const bytes of files) expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(tooComplex);
});

test('sanitized PDF: rejects a form that draws itself', async () => {
  // The form is the first object that is added.
  const bytes = drawing(
    (add) => `/XObject <</X ${add(form('/Resources <</XObject <</X 5 0 R>>>>', '/X Do'))}>>`,
  );
  expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(tooComplex);
});

test('sanitized PDF: rejects content that unpacks to more than 64 MB, packed twice or packed with its end missing', async () => {
  const packed = deflateSync('0 0 m 1 1 l S '.repeat(5_000_000), { level: 9 });
  for (const [filter, data] of [
    ['/FlateDecode', packed],
    ['[/FlateDecode /FlateDecode]', deflateSync(packed)],
    ['/FlateDecode', packed.subarray(0, -10)],
  ] as const) {
    const bytes = rawPdf((add) => ({
      page: page(add(stream(`/Filter ${filter}`, data)), ''),
    }));
    expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(tooComplex);
  }
});

test('sanitized PDF: rejects one large image that is drawn a thousand times', async () => {
  const image = stream(
    '/Type /XObject /Subtype /Image /Width 5000 /Height 5000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode',
    deflateSync(Buffer.alloc(5000 * 625)),
  );
  const draw = (times: number) => drawing((add) => `/XObject <</X ${add(image)}>>`, '/X Do '.repeat(times));
  expect(await conversionErrorOf(() => sanitizePdf(draw(1000)))).toBe(tooComplex);
  expect((await sanitizePdf(draw(50))).pages).toBe(1);
});
