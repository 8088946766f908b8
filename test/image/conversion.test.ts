import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fontsOf } from '../support/pdf-fonts.ts';
import { picturesOn, readPdf } from '../support/pdf-reading.ts';
import {
  imagesIn,
  reachingDocument,
  recordingServer,
  stealingDocument,
} from '../support/reaching-document.ts';
import { docx, nestedTables, paragraph, zip } from '../support/samples.ts';
import { withOfficeFunction } from './support/with-office-function.ts';

const office = withOfficeFunction();

const runIn = (font: string, text: string) =>
  `<w:p><w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}" w:eastAsia="${font}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;

test('office image: a Word document of several pages becomes a PDF with its text', async () => {
  const body = ['One', 'Two', 'Three'].map(paragraph).join('<w:p><w:r><w:br w:type="page"/></w:r></w:p>');
  const { result, pdf } = await office().convert(docx({ body: body + paragraph('Ngữ văn') }));
  expect(result).toMatchObject({ pages: 3 });
  const { pages, text } = await readPdf(await pdf());
  expect(pages).toHaveLength(3);
  expect(text.split(/\s*\n\s*/).filter(Boolean)).toEqual(['One', 'Two', 'Three', 'Ngữ văn']);
});

test('office image: documents in Microsoft’s fonts get embedded fonts of the same widths', async () => {
  const families = {
    Arial: 'LiberationSans',
    'Times New Roman': 'LiberationSerif',
    'Courier New': 'LiberationMono',
    Calibri: 'Carlito',
    Cambria: 'Caladea',
  };
  const body = Object.keys(families).map((font) => runIn(font, `I play the cello in ${font}`));
  const { pdf } = await office().convert(docx({ body: body.join('') }));
  const fonts = await fontsOf(await pdf());
  expect(fonts.filter(({ embedded }) => !embedded)).toEqual([]);
  for (const [font, replacement] of Object.entries(families))
    expect(
      fonts.map(({ name }) => name),
      font,
    ).toContainEqual(expect.stringMatching(`^${replacement}\\b`));
});

test('office image: every script that applicants write in has an embedded font', async () => {
  const texts = {
    Greek: 'Γλώσσα και μουσική',
    Russian: 'Музыка и язык',
    Arabic: 'الموسيقى واللغة',
    Hebrew: 'מוזיקה ושפה',
    Amharic: 'ሙዚቃ እና ቋንቋ',
    Georgian: 'მუსიკა და ენა',
    Chinese: '音乐和语言',
    Japanese: 'おんがくとことば',
    Hindi: 'संगीत और भाषा',
    Bengali: 'সঙ্গীত এবং ভাষা',
    Tamil: 'இசை மற்றும் மொழி',
    Thai: 'ดนตรีและภาษา',
  };
  const { pdf } = await office().convert(docx({ body: Object.values(texts).map(paragraph).join('') }));
  const bytes = await pdf();
  const fonts = await fontsOf(bytes);
  expect(fonts.filter(({ embedded }) => !embedded)).toEqual([]);
  const names = fonts.map(({ name }) => name).join(' ');
  for (const font of ['DroidSansFallback', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Ethiopic'])
    expect(names).toContain(font);
  const { text } = await readPdf(bytes);
  for (const each of ['Γλώσσα', 'Музыка', '音乐和语言', 'おんがく']) expect(text).toContain(each);
});

test('office image: no server is asked for what a document links to, and its text stays', async () => {
  using server = await recordingServer();
  const { pdf } = await office().convert(reachingDocument(server.address));
  expect(server.asked).toEqual([]);
  const { text, pages } = await readPdf(await pdf());
  expect(text).toContain('My portfolio');
  expect(text).toContain('a link');
  expect(pages[0]?.annotations).toEqual([]);
});

test('office image: no file of the image is embedded', async () => {
  const { pdf } = await office().convert(
    stealingDocument(
      'file:///usr/share/icons/hicolor/512x512/mimetypes/libreoffice-oasis-drawing-template.png',
    ),
  );
  const bytes = await pdf();
  expect((await readPdf(bytes)).text).toContain('Look');
  expect(await imagesIn(bytes)).toBe(0);
  expect(await picturesOn(bytes)).toEqual([0]);
});

test('office image: tables nested as deeply as in real documents are converted', async () => {
  const { result, pdf } = await office().convert(docx({ body: nestedTables(20) }));
  expect(result).toMatchObject({ pages: 1 });
  expect((await readPdf(await pdf())).text).toContain('deep');
});

test.each([
  ['a zip bomb', docx({ body: nestedTables(300) }), /^This document is too complex for us to convert/],
  ['macros', docx({ parts: { 'word/vbaProject.bin': 'x' } }), /^This file is a document with macros, but/],
  ['an archive without a document', zip({ 'a.txt': 'a' }), /^We could not read this file/],
  ['XML that is not well formed', docx({ body: '<w:p><w:r>' }), /^We could not read this file/],
])('office image: refuses %s with a sentence for the applicant', async (_, bytes, sentence) => {
  const { result } = await office().convert(bytes);
  expect(result).toMatchObject({ refused: expect.stringMatching(sentence) });
});

test('office image: goes on after a document that it refused, and keeps nothing of a document in /tmp', async () => {
  await office().convert(docx({ body: '<w:p><w:r>' }));
  const { result } = await office().convert(docx());
  expect(result).toMatchObject({ pages: 1 });
  expect(readdirSync(office().environment.temporaryFolder()).filter((name) => name !== '.cache')).toEqual([]);
});
