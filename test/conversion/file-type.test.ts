import { expect, test } from 'vitest';
import { detectFileType } from '../../lambdas/conversion/file-type.ts';
import { conversionErrorOf } from '../support/conversion-error.ts';
import { docx, pdf, picture } from '../support/samples.ts';

const inspect = (fileName: string, bytes: Uint8Array, size = bytes.length) =>
  detectFileType({ fileName, size, head: bytes.subarray(0, 1024) });

const png = await picture('png');
const jpeg = await picture('jpeg');

test.each([
  ['a.png', png, 'png'],
  ['a.jpg', jpeg, 'jpeg'],
  ['A.JPEG', jpeg, 'jpeg'],
  ['a.pdf', await pdf(), 'pdf'],
  ['preceded by a byte order mark.pdf', Buffer.concat([Buffer.from('\ufeff'), await pdf()]), 'pdf'],
  ['a.docx', docx(), 'docx'],
])('file type: accepts %s by its name and its bytes', (name, bytes, kind) => {
  expect(inspect(name.slice(-32), bytes)).toBe(kind);
});

test('file type: accepts a file of exactly 1,048,576 bytes, and rejects a larger one', async () => {
  expect(inspect('a.png', png, 1_048_576)).toBe('png');
  expect(await conversionErrorOf(() => inspect('a.png', png, 1_048_577))).toBe(
    'Your file is too large. The maximum file size is 1 MB.',
  );
});

test('file type: accepts a name of 32 characters, and rejects a longer one', async () => {
  expect(inspect(`${'a'.repeat(28)}.png`, png)).toBe('png');
  expect(await conversionErrorOf(() => inspect(`${'a'.repeat(29)}.png`, png))).toBe(
    'Your file name is too long. The maximum file name length is 32 characters, including the extension.',
  );
});

const types = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx';
const saveAs = 'Please save it as one of these types and upload that: .png, .jpeg, .jpg, .pdf, .docx';
const text = (start: string) => Buffer.from(start.padEnd(600, ' '), 'latin1');

test.each([
  ['a.exe', text('MZ'), types],
  ['a.doc', text('\xd0\xcf\x11\xe0'), types],
  ['pdf', text('%PDF-1.7'), types],
  ['a.pdf', Buffer.alloc(0), 'Your file is empty. Please upload a non-empty file.'],
  ['a.pdf', text('hello'), 'We could not read this file. Please save it again and upload it.'],
  ['a.pdf', png, `This file is a PNG image, but its name ends in .pdf. ${saveAs}`],
  ['a.png', jpeg, `This file is a JPEG image, but its name ends in .png. ${saveAs}`],
  ['a.pdf', docx(), `This file is a ZIP archive or an Office document, but its name ends in .pdf. ${saveAs}`],
  ['a.jpg', text('GIF89a'), `This file is a GIF image, but its name ends in .jpg. ${saveAs}`],
  ['a.jpg', text('II*\0'), `This file is a TIFF image, but its name ends in .jpg. ${saveAs}`],
  ['a.jpg', text('RIFF1234WEBPVP8 '), `This file is a WebP image, but its name ends in .jpg. ${saveAs}`],
  ['a.jpg', text('\0\0\0\x18ftypheic'), `This file is a HEIC image, but its name ends in .jpg. ${saveAs}`],
  ['a.jpg', text('\0\0\0\x18ftypavif'), `This file is an AVIF image, but its name ends in .jpg. ${saveAs}`],
  [
    'a.png',
    text('<?xml version="1.0"?><svg xmlns="a">'),
    `This file is an SVG drawing, but its name ends in .png. ${saveAs}`,
  ],
  [
    'a.pdf',
    text('<!DOCTYPE html><p>%PDF-1.7'),
    `This file is a web page, but its name ends in .pdf. ${saveAs}`,
  ],
  ['a.pdf', text('MZ %PDF-1.7'), `This file is a program, but its name ends in .pdf. ${saveAs}`],
  [
    'a.docx',
    text('\xd0\xcf\x11\xe0'),
    'This is an older Word document, or one with a password. Please save it as .docx without a password, or as a PDF, and upload that.',
  ],
])('file type: rejects %s whose bytes are of another type', async (name, bytes, sentence) => {
  expect(await conversionErrorOf(() => inspect(name, bytes))).toBe(sentence);
});
