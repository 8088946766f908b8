import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { detectFileType } from '../../lambdas/conversion/file-type.ts';
import { imagePdf } from '../../lambdas/conversion/image-pdf.ts';
import { sanitizeDocx } from '../../lambdas/conversion/sanitize-docx.ts';
import { sanitizePdf } from '../../lambdas/conversion/sanitize-pdf.ts';
import { appendPdfs } from '../../lambdas/pdf/draw-application-pdf.ts';
import { conversionErrorOf } from '../support/conversion-error.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { everyObject, textOf } from '../support/planted-pdf.ts';
import { rawPdf, stream } from '../support/raw-pdf.ts';
import { docx, pdf, picture, zip } from '../support/samples.ts';

// Files that are valid as two types, or that carry data before, after or between their parts.

const secret = 'HIDDEN-PAYLOAD';
const archive = zip({ [`${secret}.html`]: secret });
const page = Buffer.from(`<!DOCTYPE html><script>alert('${secret}')</script>`);
const text = Buffer.from('\n');

/** Full content of a PDF: its bytes, its strings, and its streams as stored and decoded. */
const contentOf = async (bytes: Uint8Array) =>
  [
    Buffer.from(bytes).toString('latin1'),
    ...(await everyObject(bytes)).map(({ object }) => textOf(object)),
  ].join('\n');

/** A PDF whose first version showed a text that its second one no longer has. */
const withEarlierVersion = () => {
  const first = rawPdf((add) => ({
    page: `/MediaBox [0 0 99 99] /Contents ${add(stream('', `% ${secret}`))}`,
  })).toString('latin1');
  const second = `${first}4 0 obj\n${stream('', '0 0 9 9 re f')}\nendobj\n`;
  const offset = String(first.length).padStart(10, '0');
  const before = /startxref\n(\d+)/.exec(first)?.[1];
  return Buffer.from(
    `${second}xref\n4 1\n${offset} 00000 n \ntrailer\n<</Size 5 /Root 1 0 R /Prev ${before}>>\nstartxref\n${second.length}\n%%EOF\n`,
    'latin1',
  );
};

const withForgedMetadata = () =>
  pdf({
    change(document) {
      document.setTitle(secret);
      document.setAuthor(secret);
      const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><${secret}/></x:xmpmeta>`;
      const metadata = document.context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' });
      document.catalog.set(PDFName.of('Metadata'), document.context.register(metadata));
    },
  });

/** The same bytes, which carry the secret in a form that the test recognizes. */
const carrying = (bytes: Uint8Array) => {
  expect(Buffer.from(bytes).includes(secret)).toBe(true);
  return bytes;
};

const joined = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);

test.each([
  ['a ZIP archive after it', 'a.pdf', joined(await pdf(), archive)],
  ['a web page after it', 'a.pdf', joined(await pdf(), page)],
  ['bytes after its end', 'a.pdf', joined(await pdf(), text, Buffer.from(secret.repeat(1_000)))],
  ['a comment before it', 'a.pdf', joined(Buffer.from(`%${secret}\n`), await pdf())],
  ['an earlier version in it', 'a.pdf', withEarlierVersion()],
  ['forged metadata', 'a.pdf', await withForgedMetadata()],
  ['a ZIP archive after it', 'a.jpg', joined(await picture('jpeg'), archive)],
  ['a web page after it', 'a.png', joined(await picture('png'), page)],
  ['a PDF after it', 'a.jpg', joined(await picture('jpeg'), withEarlierVersion())],
])('a file with %s (%s) is converted without it', async (_, fileName, bytes) => {
  const kind = detectFileType({ fileName, size: bytes.length, head: carrying(bytes).subarray(0, 1024) });
  const { bytes: converted } = await (kind === 'pdf' ? sanitizePdf(bytes) : imagePdf(bytes));
  const whole = await appendPdfs(() => pdf({ texts: ['Application'] }), [converted]);
  for (const each of [converted, whole]) {
    const content = await contentOf(each);
    expect(content).not.toContain(secret);
    expect(content).not.toContain('PK\x03\x04');
    expect(content).not.toMatch(/<!DOCTYPE|xmpmeta/);
  }
  const { info, pages } = await readPdf(converted);
  expect(pages.length).toBe(1);
  expect([info.Title, info.Author]).not.toContain(secret);
});

test('a converted PDF has none of the metadata of its file', async () => {
  const { bytes } = await sanitizePdf(await withForgedMetadata());
  const { context, catalog } = await PDFDocument.load(bytes, { updateMetadata: false });
  expect(context.trailerInfo.Info).toBeUndefined();
  expect(catalog.has(PDFName.of('Metadata'))).toBe(false);
});

const saveAs = 'Please save it as one of these types and upload that: .png, .jpeg, .jpg, .pdf, .docx';
const unreadable = 'We could not read this file. Please save it again and upload it.';

test.each([
  ['a.pdf', joined(archive, await pdf()), `a ZIP archive or an Office document, but its name ends in .pdf`],
  ['a.pdf', joined(page, await pdf()), 'a web page, but its name ends in .pdf'],
  ['a.pdf', joined(await picture('jpeg'), await pdf()), 'a JPEG image, but its name ends in .pdf'],
  ['a.docx', joined(await pdf(), docx()), 'a PDF, but its name ends in .docx'],
  ['a.docx', joined(await picture('png'), docx()), 'a PNG image, but its name ends in .docx'],
  [
    'a.jpg',
    joined(docx(), await picture('jpeg')),
    'a ZIP archive or an Office document, but its name ends in .jpg',
  ],
])('%s that begins as another type is rejected (%#)', async (fileName, bytes, what) => {
  const detected = () => detectFileType({ fileName, size: bytes.length, head: bytes.subarray(0, 1024) });
  expect(await conversionErrorOf(detected)).toBe(`This file is ${what}. ${saveAs}`);
});

test('a PDF that begins after the first kilobyte is rejected', async () => {
  const bytes = joined(Buffer.alloc(1_025, ' '), await pdf());
  const head = bytes.subarray(0, 1024);
  const detected = () => detectFileType({ fileName: 'a.pdf', size: bytes.length, head });
  expect(await conversionErrorOf(detected)).toBe(unreadable);
});

test.each([
  ['after it', joined(docx(), page)],
  ['in its comment', joined(docx().subarray(0, -2), Buffer.from([page.length, 0]), page)],
  ['that is in no directory', joined(docx(), archive.subarray(0, -22), docx().subarray(-22))],
])('a Word document with something %s reaches LibreOffice without it, or not at all', async (_, bytes) => {
  let safe: Uint8Array | undefined;
  const error = await conversionErrorOf(() => {
    safe = sanitizeDocx(bytes);
  });
  expect(['converted', unreadable]).toContain(error);
  expect(Buffer.from(safe ?? []).includes(secret)).toBe(false);
  if (safe) expect(safe).toEqual(sanitizeDocx(docx()));
});

test('a Word document with two parts of one name is rejected, because readers choose differently', async () => {
  const two = docx({ parts: { 'word/DOCUMENT.xmk': '<a/>' } }).toString('latin1');
  for (const name of ['document.xml', 'DOCUMENT.xml']) {
    const twice = Buffer.from(two.replaceAll('DOCUMENT.xmk', name), 'latin1');
    expect(await conversionErrorOf(() => sanitizeDocx(twice))).toBe(unreadable);
  }
});
