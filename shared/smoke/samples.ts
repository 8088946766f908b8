import { zipSync } from 'fflate';

/** Small files of each kind that applicants upload, generated so that no files are needed. */

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const xml = (body: string) => encode(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
const schemas = 'http://schemas.openxmlformats.org';
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A Word document with one paragraph. */
const wordDocument = (text: string) =>
  zipSync({
    '[Content_Types].xml': xml(
      `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': xml(
      `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });

/** A PDF with one page. */
function pdfDocument(text: string): Uint8Array<ArrayBuffer> {
  const content = `BT /F1 14 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(body.length).padStart(10, '0')} 00000 n \n`);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return encode(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

/** A marker of a JPEG file with what follows it; the length counts its own two bytes. */
const segment = (marker: number, ...content: readonly number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
];

/** A table with one Huffman code, `0`, for the symbol 0. */
const oneCode = (table: number) => [table, 1, ...Array.from({ length: 15 }, () => 0), 0];

/** A gray JPEG photo. Each block of 8 by 8 pixels takes two bits: no change of brightness, and no detail. */
function photo(width: number, height: number): Uint8Array<ArrayBuffer> {
  const blocks = (width / 8) * (height / 8);
  const bytes = [
    ...[0xff, 0xd8],
    ...segment(0xe0, ...encode('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0),
    ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    ...segment(0xc0, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0),
    ...segment(0xc4, ...oneCode(0x00)),
    ...segment(0xc4, ...oneCode(0x10)),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
    ...Array.from({ length: (blocks * 2) / 8 }, () => 0),
    ...[0xff, 0xd9],
  ];
  return Uint8Array.from(bytes);
}

const text = 'This file was uploaded to check that the application works.';

/** The files of a run, each for one file question of the form. */
export const samples = {
  word: {
    title: 'a Word document',
    key: 'activities_document',
    name: 'smoke-check.docx',
    bytes: () => wordDocument(text),
  },
  photo: { title: 'a photo', key: 'felony_document', name: 'smoke-check.jpg', bytes: () => photo(320, 240) },
  pdf: {
    title: 'a PDF',
    key: 'transcript_document',
    name: 'smoke-check.pdf',
    bytes: () => pdfDocument(text),
  },
} as const;

export type Sample = (typeof samples)[keyof typeof samples];
