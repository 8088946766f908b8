import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { conversionErrorOf } from '../support/conversion-error.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { rawPdf, stream } from '../support/raw-pdf.ts';
import { activePdf, lockedPdf, pdf } from '../support/samples.ts';

const unreadable = 'We could not read this file. Please save it again and upload it.';

test('sanitized PDF: keeps the text and the number of pages', async () => {
  const { bytes, pages } = await sanitizePdf(await pdf({ texts: ['One', 'Two', 'Three'] }));
  expect(pages).toBe(3);
  expect((await readPdf(bytes)).text).toBe('One\nTwo\nThree');
});

test('sanitized PDF: loses scripts, actions, links and attachments, and keeps filled-in forms', async () => {
  const { bytes } = await sanitizePdf(await activePdf());
  const read = await readPdf(bytes);
  expect(read.text).toContain('Filled in by hand');
  expect(read).toMatchObject({ scripts: null, attachments: null });
  expect(read.pages[0]?.annotations).toEqual([]);
  const document = await PDFDocument.load(bytes);
  const everything = document.context.enumerateIndirectObjects().map(([, object]) => object.toString());
  expect(everything.join('\n')).not.toMatch(/JavaScript|SCRIPT|SECRET|LINK|OpenAction|Annots|\/AA/);
});

test('sanitized PDF: opens a PDF that needs a password only for editing', async () => {
  const { bytes } = await sanitizePdf(await lockedPdf({ user: '', owner: 'editor' }));
  expect((await readPdf(bytes)).text).toBe('Transcript of records');
});

test('sanitized PDF: rejects a locked PDF with its own message', async () => {
  expect(
    await conversionErrorOf(async () => sanitizePdf(await lockedPdf({ user: 'reader', owner: 'editor' }))),
  ).toBe('This PDF is password-protected. Please save a copy without a password and upload that.');
});

test('sanitized PDF: rejects a damaged PDF', async () => {
  const whole = await pdf();
  const cut = whole.subarray(0, 300);
  const noise = Buffer.from('%PDF-1.7\nthis is not one');
  const withoutPages = await (await PDFDocument.create()).save({ addDefaultPage: false });
  for (const bytes of [cut, noise, withoutPages])
    expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(unreadable);
});

/** A PDF of one page with an XFA form. */
const xfaPdf = (catalog: string, annotation = '') =>
  rawPdf((add) => {
    const xfa = add(stream('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>'));
    const fields = annotation && add(`<</Type /Annot /Rect [5 5 50 20] /F 4 ${annotation}>>`);
    return {
      catalog: `/AcroForm <</Fields [${fields}] /XFA ${xfa}>> ${catalog}`,
      page: `/MediaBox [0 0 99 99] /Annots [${fields}]`,
    };
  });

test('sanitized PDF: rejects an XFA form whose page is a placeholder', async () => {
  const acrobatOnly = 'This PDF only opens in Adobe Acrobat. Print it to a PDF there and upload that.';
  const field = '/Subtype /Widget /FT /Tx /T (a) /V (Ada)';
  for (const bytes of [xfaPdf('/NeedsRendering true', field), xfaPdf(''), xfaPdf('', '/Subtype /Link')])
    expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(acrobatOnly);
});

test('sanitized PDF: accepts an XFA form whose page has its fields', async () => {
  const { bytes } = await sanitizePdf(xfaPdf('', '/Subtype /Widget /FT /Tx /T (a) /V (Ada)'));
  expect((await readPdf(bytes)).text).toBe('Ada');
});

/** A PDF of one page with an embedded file. */
const withFile = (catalog: string, key = 'Names') =>
  rawPdf((add) => {
    const file = add(`<</Type /Filespec /F (a.pdf) /EF <</F ${add(stream('', '%PDF-'))}>>>>`);
    const files = key === 'Names' ? `(a.pdf) ${file}` : add(`<</Names [(a.pdf) ${file}]>>`);
    return {
      catalog: `/Names <</EmbeddedFiles <</${key} [${files}]>>>> ${catalog}`,
      page: '/MediaBox [0 0 99 99]',
    };
  });

test('sanitized PDF: rejects a portfolio, and accepts a PDF with attachments', async () => {
  for (const bytes of [withFile('/Collection <</View /T>>'), withFile('/Collection <<>>', 'Kids')])
    expect(await conversionErrorOf(() => sanitizePdf(bytes))).toBe(
      'This PDF is a portfolio, a cover page with other files inside. Combine them into one PDF and upload that.',
    );
  for (const bytes of [withFile(''), withFile('/Collection <</View /H>>')])
    expect((await sanitizePdf(bytes)).pages).toBe(1);
});

test('sanitized PDF: repairs a wrong cross-reference table', async () => {
  const text = Buffer.from(await pdf()).toString('latin1');
  const moved = text.replace(/startxref\n\d+/, 'startxref\n7');
  const misplaced = text.replace(/(\d{10}) 00000 n/g, '0000000001 00000 n');
  for (const broken of [moved, misplaced]) {
    const { bytes } = await sanitizePdf(Buffer.from(broken, 'latin1'));
    expect((await readPdf(bytes)).text).toBe('Transcript of records');
  }
});

test('sanitized PDF: rejects a PDF that lost the content of a page', async () => {
  const whole = Buffer.from(await pdf({ texts: ['One', 'Two'] })).toString('latin1');
  const lost = whole
    .replace(/startxref\n\d+/, 'startxref\n7')
    .replace(/\d+ 0 obj\n<<\n\/Filter[\s\S]*?endobj/, '');
  expect(lost.length).toBeLessThan(whole.length);
  expect(await conversionErrorOf(() => sanitizePdf(Buffer.from(lost, 'latin1')))).toBe(unreadable);
});

test('sanitized PDF: accepts 50 pages and rejects 51', async () => {
  const pages = (count: number) =>
    pdf({ texts: Array.from({ length: count }, (_, index) => `Page ${index}`) });
  expect((await sanitizePdf(await pages(50))).pages).toBe(50);
  expect(await conversionErrorOf(async () => sanitizePdf(await pages(51)))).toBe(
    'Your document has more than 50 pages. Please upload a shorter one.',
  );
});

test('sanitized PDF: leaves the exit code of the process alone', async () => {
  await conversionErrorOf(() => sanitizePdf(Buffer.from('%PDF-1.7')));
  expect(process.exitCode ?? 0).toBe(0);
});
