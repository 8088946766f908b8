import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { docxPdf, installedOffice, officePdf } from '../../lambdas/conversion/docx-pdf.ts';
import { sanitizeDocx } from '../../lambdas/conversion/sanitize-docx.ts';
import { conversionErrorOf, cpuTimeOf } from '../support/conversion-error.ts';
import { readPdf } from '../support/pdf-reading.ts';
import {
  imagesIn,
  reachingDocument,
  reachingOpenDocument,
  recordingServer,
} from '../support/reaching-document.ts';
import { docx, mainType, nestedTables, picture, zip } from '../support/samples.ts';
import { unzipped } from '../support/unzipped.ts';

// These tests need LibreOffice Writer, as the product does, and fail without it.
const soffice = process.env.SOFFICE ?? 'soffice';
const tooComplex = 'This document is too complex for us to convert. Please save it as a PDF and upload that.';
const unreadable = 'We could not read this file. Please save it again and upload it.';

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
const inside = '<Relationship Id="rId9" Type="a/image" Target="media/a&amp;b.png"/>';

/** A file of the machine that a document could show, by its URL. */
async function secretPicture(): Promise<string> {
  const secret = join(await mkdtemp(join(tmpdir(), 'secret-')), 'secret.png');
  await writeFile(secret, await picture('png'));
  return pathToFileURL(secret).href;
}

test('Word document: is converted by the installed LibreOffice with its text, and without what it links to', async () => {
  using server = await recordingServer();
  const { bytes } = await docxPdf(reachingDocument(server.address, await secretPicture()));
  expect(server.asked).toEqual([]);
  expect(await imagesIn(bytes)).toBe(0);
  const { text, pages } = await readPdf(bytes);
  expect(text).toContain('My portfolio\nNgữ văn');
  expect(text).toContain('a link');
  expect(pages[0]?.annotations).toEqual([]);
});

test('Word document: without the preflight and with network, no server is asked and no file of the machine is embedded', async () => {
  using server = await recordingServer();
  const { program, limits } = installedOffice(soffice);
  const pdf = await officePdf(reachingDocument(server.address, await secretPicture()), {
    program,
    limits: { ...limits, isolated: false },
  });
  expect(server.asked).toEqual([]);
  expect(await imagesIn(pdf)).toBe(0);
});

test.each([true, false])(
  'OpenDocument file with a .docx name: without the preflight, nothing is read or asked (isolated: %s)',
  async (isolated) => {
    using server = await recordingServer();
    const { program, limits } = installedOffice(soffice);
    for (const address of [server.address, await secretPicture()]) {
      const converted = officePdf(reachingOpenDocument(address), {
        program,
        limits: { ...limits, isolated },
      });
      const pdf = await converted.catch(() => undefined);
      if (pdf !== undefined) {
        expect(await imagesIn(pdf)).toBe(0);
        expect((await readPdf(pdf)).text).not.toContain('OpenDocument');
      }
    }
    expect(server.asked).toEqual([]);
  },
);

test('Word document: links behind character references or in internal relationships are removed', () => {
  const hidden = docx({
    relationships:
      '<Relationship Id="rId7" Type="a/image" Target="&#104;ttp://example.org/a.png" TargetMode="&#x45;xternal"/>' +
      '<Relationship Id="rId8" Type="a/image" Target="file:///etc/passwd"/>' +
      '<Relationship Id="rId6" Type="a/image" Target="a>b" TargetMode="External"/>' +
      '<Relationship Id="rId9" Type="a/image" Target="media/image1.png"/>',
  });
  const safe = sanitizeDocx(hidden);
  const rels = partOf(safe, 'word/_rels/document.xml.rels');
  expect(rels).not.toMatch(/rId6|rId7|rId8/);
  expect(rels).toContain('rId9');
});

const external = 'Type="a/image" Target="http://example.org/SECRET.png" TargetMode="External"';

test.each([
  [
    'an attribute that contains others',
    `<Relationship Id="rId7" foo=" TargetMode='Internal' Target='a.png'" ${external}/>`,
  ],
  ['a prefix of other letters', `<é:Relationship xmlns:é="${packageNamespace}" Id="rId7" ${external}/>`],
  [
    'a prefix with a letter whose bytes look like a space',
    `<à:Relationship xmlns:à="${packageNamespace}" Id="rId7" ${external}/>`,
  ],
  ['line breaks between all parts', `<Relationship\n\tId\n=\n"rId7"\n${external}\n/>`],
  ['an end tag', `<Relationship Id="rId7" ${external}></Relationship>`],
  ['a comment', `<!-- > --><Relationship Id="rId7" ${external}/>`],
  ['an escaped address', '<Relationship Id="rId7" Type="a/image" Target="file%3A///SECRET"/>'],
  ['a space before the address', '<Relationship Id="rId7" Type="a/image" Target="&#9;file:///SECRET"/>'],
])('Word document: removes a link outside that hides behind %s', (_, hidden) => {
  const rels = partOf(sanitizeDocx(docx({ relationships: hidden + inside })), 'word/_rels/document.xml.rels');
  expect(rels).not.toMatch(/SECRET|rId7/);
  expect(rels).toContain('Target="media/a&#38;b.png"');
});

test.each([
  ['an attribute without quotes', '<Relationship Id=rId7/>'],
  ['two attributes of one name', '<Relationship Target="a.png" Target="b.png"/>'],
  ['attributes that touch', '<Relationship Id="a"Target="b"/>'],
  ['an unknown entity', '<Relationship Target="&file;"/>'],
  ['a "<" in a value', '<Relationship Target="<"/>'],
  ['an end tag of another element', '<Relationship></Relationships>'],
  ['CDATA', '<![CDATA[<Relationship/>]]>'],
  ['bytes that are no UTF-8', '<Relationship Id="rId7"/>\xff'],
])('Word document: rejects relationships with %s', async (_, relationships) => {
  const parts = {
    'word/_rels/document.xml.rels': Buffer.from(`<Relationships>${relationships}</Relationships>`, 'latin1'),
  };
  expect(await conversionErrorOf(() => sanitizeDocx(docx({ parts })))).toBe(unreadable);
});

test('Word document: counts nested tables whatever the letters of their prefix', async () => {
  for (const prefix of ['é', 'à', 'ж'])
    expect(
      await conversionErrorOf(() =>
        sanitizeDocx(docx({ body: nestedTables(21).replaceAll('w:tbl>', `${prefix}:tbl>`) })),
      ),
    ).toBe(tooComplex);
});

test('Word document: rejects zip bombs within a second', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_001 }, (_, index) => [`word/a${index}.xml`, '<a/>']),
  );
  const blank = ' '.repeat(17 << 20);
  const bombs = [
    docx({ body: nestedTables(300) }),
    docx({ parts: many }),
    docx({ parts: { 'word/large.xml': `<a>${blank}</a>` } }),
    docx({
      parts: Object.fromEntries(
        [1, 2, 3, 4, 5].map((each) => [`word/${each}.bin`, blank.slice(0, 15 << 20)]),
      ),
    }),
  ];
  for (const bomb of bombs) {
    const effort = await cpuTimeOf(async () =>
      expect(await conversionErrorOf(() => docxPdf(bomb))).toBe(tooComplex),
    );
    expect(effort).toBeLessThan(1_000);
  }
});

test('Word document: text that is made to be slow to read takes seconds at most', async () => {
  const slow = ['<w:tbl ', '<Relationship ', '<!--', '<w:tbl "', '<!--a-->', `<w:tbl a='"' `].map((each) =>
    each.repeat(400_000),
  );
  slow.push(`<w:tbl ${'a'.repeat(15 << 20)}`);
  for (const content of slow) {
    const bytes = docx({ parts: { 'word/slow.xml': content, 'word/_rels/slow.xml.rels': content } });
    expect(await cpuTimeOf(() => conversionErrorOf(() => sanitizeDocx(bytes)))).toBeLessThan(5_000); // quadratic work takes minutes
  }
});

test('Word document: counts nested tables whose end tags are only in comments', async () => {
  const open = '<w:tbl><w:tr><w:tc>';
  const body = `${`${open}<!--</w:tbl>--><![CDATA[</w:tbl>]]>`.repeat(21)}${'</w:tc></w:tr></w:tbl>'.repeat(21)}`;
  expect(await conversionErrorOf(() => sanitizeDocx(docx({ body })))).toBe(tooComplex);
});

test('Word document: accepts tables nested as deeply as in real documents', () => {
  expect(() => sanitizeDocx(docx({ body: nestedTables(20) }))).not.toThrow();
  expect(() => sanitizeDocx(docx({ body: nestedTables(21) }))).toThrow(tooComplex);
});

const doctype = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
const other = (main: string) => docx({ main });

test.each([
  ['a document type declaration', docx({ parts: { 'word/a.xml': doctype } }), unreadable],
  ['a declaration in a part of another name', docx({ parts: { 'word/a.bin': doctype } }), unreadable],
  [
    'another encoding',
    docx({ parts: { 'word/a.xml': '<?xml version="1.0" encoding="UTF-7"?><a/>' } }),
    unreadable,
  ],
  ['an archive without a document', zip({ 'a.txt': 'a' }), unreadable],
  [
    'an OpenDocument file',
    reachingOpenDocument('http://example.org/a.png'),
    /^This file is an OpenDocument file, but/,
  ],
  [
    'a type that no document part has',
    docx({ main: 'application/xml', parts: { 'other.xml': '<a/>' } }),
    /^This file is a ZIP archive, but/,
  ],
  ['an archive cut short', docx().subarray(0, 500), unreadable],
  ['no archive', Buffer.from('PK\x03\x04 and nothing else'), unreadable],
  ['macros', docx({ parts: { 'word/vbaProject.bin': 'x' } }), /^This file is a document with macros, but/],
  [
    'a template',
    other('application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'),
    /^This file is a Word template, but/,
  ],
  [
    'a spreadsheet',
    other('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
    /^This file is a spreadsheet, but/,
  ],
  [
    'a macro document',
    other('application/vnd.ms-word.document.macroEnabled.main+xml'),
    /^This file is a document with macros, but/,
  ],
])('Word document: rejects %s', async (_, bytes, sentence) => {
  expect(await conversionErrorOf(() => docxPdf(bytes))).toMatch(sentence);
});

/** Where the central directory describes the first file of an archive. */
const firstEntryOf = (archive: Buffer) =>
  archive.readUInt32LE(archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16);

test.each<[string, (archive: Buffer, entry: number) => void]>([
  ['a wrong checksum', (archive, entry) => archive.writeUInt32LE(1, entry + 16)],
  [
    'a size that is too small',
    (archive, entry) => archive.writeUInt32LE(archive.readUInt32LE(entry + 24) - 1, entry + 24),
  ],
  [
    'a size that is too large',
    (archive, entry) => archive.writeUInt32LE(archive.readUInt32LE(entry + 24) + 1, entry + 24),
  ],
  ['parts that share their content', (archive, entry) => archive.writeUInt32LE(archive.length, entry + 20)],
  ['an encrypted part', (archive, entry) => archive.writeUInt16LE(1, entry + 8)],
  [
    'a part without its local header',
    (archive, entry) => archive.writeUInt32LE(0, archive.readUInt32LE(entry + 42)),
  ],
])('Word document: rejects an archive with %s', async (_, damage) => {
  const archive = Buffer.from(docx());
  damage(archive, firstEntryOf(archive));
  expect(await conversionErrorOf(() => sanitizeDocx(archive))).toBe(unreadable);
});

test('Word document: the type of its main part may be the default of the extension', async () => {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${mainType}"/></Types>`;
  const { bytes } = await docxPdf(docx({ parts: { '[Content_Types].xml': types } }));
  expect((await readPdf(bytes)).text).toContain('I play the cello.');
});

test('Word document: rejects XML that is not well formed', async () => {
  expect(await conversionErrorOf(() => docxPdf(docx({ body: '<w:p><w:r>' })))).toBe(unreadable);
});

const partOf = (archive: Uint8Array, name: string) => String(unzipped(archive).get(name));
