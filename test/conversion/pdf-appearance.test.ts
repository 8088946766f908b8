import { expect, test } from 'vitest';
import { installedOffice, officePdf } from '../../lambdas/conversion/docx-pdf.ts';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { appendPdfs, drawApplicationPdf } from '../../lambdas/pdf/draw-application-pdf.ts';
import { drawnSquares, featuresPdf, layers, sharedPart } from '../support/drawn-features.ts';
import { difference, drawnPages } from '../support/pdf-rendering.ts';
import { everyObject, textOf } from '../support/planted-pdf.ts';
import { rawPdf, stream } from '../support/raw-pdf.ts';
import { activePdf, docx, paragraph, pdf } from '../support/samples.ts';

interface Stamp {
  readonly flags: number;
  /** True if the annotation's layer is shown. `own` is the same for the layer of its drawing. */
  readonly layer?: boolean;
  readonly own?: boolean;
}

const emptyPage = { page: '/MediaBox [0 0 20 20]' };

// A page looks the same before and after its conversion, pixel by pixel.

test('appearance: fonts, images, patterns, masks and colors of a page stay, and its hidden layers stay hidden', async () => {
  const original = featuresPdf();
  const before = await drawnPages(original);
  const after = await drawnPages((await sanitizePdf(original)).bytes);
  expect(difference(before, after)).toBe(0);
  const [page] = after;
  const squares = page ? drawnSquares(page) : [];
  expect(squares.slice(-layers.length)).toEqual(layers);
  expect(squares.slice(0, -layers.length).filter(([, isDrawn]) => !isDrawn)).toEqual([]);
});

test.each([
  ['a form that was filled in', activePdf],
  [
    'a Word document as LibreOffice exports it',
    () =>
      officePdf(
        docx({ body: paragraph('Ngữ văn') + paragraph('I play the cello.') }),
        installedOffice(process.env.SOFFICE ?? 'soffice'),
      ),
  ],
  [
    'a tagged document in several scripts',
    () =>
      drawApplicationPdf({
        ...{ title: 'Resume', partner: 'A school', applicant: '王小明 Łukasz Żółć', confirmation: undefined },
        ...{ facts: [{ label: 'Name', text: 'محمد علي' }], pages: [], documents: [] },
        madeAt: new Date('2026-11-21T12:00:00Z'),
        timeZone: 'America/Detroit',
      }),
  ],
])('appearance: %s looks the same', async (_, make) => {
  const original = await make();
  const { bytes } = await sanitizePdf(original);
  expect(difference(await drawnPages(original), await drawnPages(bytes))).toBe(0);
});

const [printed, hidden, notViewed] = [4, 2, 32];

test.each([
  ['is printed', { flags: printed }],
  ['is not printed', { flags: 0 }],
  ['is hidden', { flags: hidden }],
  ['is only printed', { flags: printed + notViewed }],
  ['is in a shown layer', { flags: printed, layer: true }],
  ['is in a hidden layer', { flags: printed, layer: false }],
  ['draws in a hidden layer', { flags: printed, layer: true, own: false }],
  ['is in a hidden layer and draws in a shown one', { flags: printed, layer: false, own: true }],
])('appearance: a stamp that %s looks the same on a screen', async (_, { flags, layer, own }: Stamp) => {
  const original = rawPdf((add) => {
    const [on, off] = [add('<</Type /OCG /Name (On)>>'), add('<</Type /OCG /Name (Off)>>')];
    const inLayer = (isShown?: boolean) => (isShown === undefined ? '' : `/OC ${isShown ? on : off}`);
    const square = `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${inLayer(own)}`;
    const drawing = add(stream(square, '1 0 0 rg 0 0 9 9 re f'));
    const stamp = `/Type /Annot /Subtype /Stamp /Rect [5 5 15 15] /F ${flags} /AP <</N ${drawing}>> ${inLayer(layer)}`;
    return {
      catalog: `/OCProperties <</OCGs [${on} ${off}] /D <</OFF [${off}]>>>>`,
      page: `/MediaBox [0 0 20 20] /Annots [${add(`<<${stamp}>>`)}]`,
    };
  });
  const [before, after] = [await drawnPages(original), await drawnPages((await sanitizePdf(original)).bytes)];
  // pdf.js ignores the layer of an annotation's drawing, and draws the annotation in its own layer.
  const isShown = [layer, own].every((each) => each !== false) && (flags & (hidden + notViewed)) === 0;
  expect(difference(after, await drawnPages((await sanitizePdf(rawPdf(() => emptyPage))).bytes)) > 0).toBe(
    isShown,
  );
  if (own === undefined) expect(difference(before, after)).toBe(0);
});

test('appearance: the layers of a document that is appended to an application stay hidden', async () => {
  const { bytes } = await sanitizePdf(featuresPdf());
  const plain = (await sanitizePdf(await pdf())).bytes;
  const whole = await appendPdfs(() => pdf({ texts: ['Application'] }), [plain, bytes, bytes]);
  const pages = await drawnPages(whole);
  expect(pages.length).toBe(4);
  for (const page of pages.slice(2)) expect(drawnSquares(page).slice(-layers.length)).toEqual(layers);
});

test('appearance: images in formats of scanners keep their bytes', async () => {
  const jpx = 'jP  the bytes of a JPEG 2000 image';
  const scanned = rawPdf((add) => {
    const image = add(
      stream('/Type /XObject /Subtype /Image /Width 1 /Height 1 /Filter /JPXDecode /SMaskInData 1', jpx),
    );
    return {
      page: `/MediaBox [0 0 9 9] /Resources <</XObject <</X0 ${image}>>>> /Contents ${add(stream('', '/X0 Do'))}`,
    };
  });
  const textIn = async (original: Uint8Array) =>
    (await everyObject((await sanitizePdf(original)).bytes)).map(({ object }) => textOf(object)).join('\n');
  expect(await textIn(scanned)).toContain(jpx);
  expect(await textIn(featuresPdf())).toContain(sharedPart.toString('latin1'));
});
