import { expect, test } from 'vitest';
import { installedOffice, officePdf } from '../../lambdas/conversion/office-run.ts';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { appendPdfs } from '../../lambdas/pdf/append-pdfs.ts';
import { drawApplicationPdf } from '../../lambdas/pdf/draw-application-pdf.ts';
import { drawnSquares, featuresPdf, layers, sharedPart } from '../support/drawn-features.ts';
import { difference, drawnPages } from '../support/pdf-rendering.ts';
import { everyObject, textOf } from '../support/planted-pdf.ts';
import { rawPdf, stream } from '../support/raw-pdf.ts';
import { activePdf, docx, paragraph, pdf } from '../support/samples.ts';

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
      }),
  ],
])('appearance: %s looks the same', async (_, make) => {
  const original = await make();
  const { bytes } = await sanitizePdf(original);
  expect(difference(await drawnPages(original), await drawnPages(bytes))).toBe(0);
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
