import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { docx, linkedPicture, mainType, paragraph, picture, relationship, zip } from './samples.ts';

/** A server that records the requests it gets. */
export const recordingServer = async () => {
  const asked: string[] = [];
  const png = await picture('png');
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'image/png').end(png);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, address: `http://127.0.0.1:${port}/picture.png`, [Symbol.dispose]: () => server.close() };
};

/** A Word document that names something outside itself in every known way, and a file of the machine. */
export const reachingDocument = (address: string, fileUrl?: string) =>
  docx({
    body:
      paragraph('My portfolio') +
      paragraph('Ngữ văn') +
      (fileUrl === undefined ? '' : linkedPicture('rId10')) +
      linkedPicture('rId7') +
      linkedPicture('rId8') +
      `<w:p><w:fldSimple w:instr=" INCLUDEPICTURE &quot;${address}?field&quot; \\d "><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>` +
      '<w:p><w:hyperlink r:id="rId8"><w:r><w:t>a link</w:t></w:r></w:hyperlink></w:p>',
    relationships:
      relationship('rId7', 'image', `${address}?image`) +
      relationship('rId8', 'hyperlink', `${address}?hyperlink`) +
      relationship('rId9', 'attachedTemplate', `${address}?template`) +
      (fileUrl === undefined ? '' : relationship('rId10', 'image', fileUrl)),
  });

const openDocumentNames = [
  ...['office', 'text', 'style', 'draw'].map((each) => [each, `${each}:1.0`]),
  ['fo', 'xsl-fo-compatible:1.0'],
].map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`);

/**
 * An OpenDocument text whose list has a picture at an address. Its list of content types says that it is a
 * Word document.
 */
export const reachingOpenDocument = (address: string): Buffer => {
  const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
  const link = `xlink:href="${address}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"`;
  const size = '<style:list-level-properties fo:width="2cm" fo:height="2cm"/>';
  const list = `<text:list-style style:name="L1"><text:list-level-style-image text:level="1" ${link}>${size}</text:list-level-style-image></text:list-style>`;
  const body =
    '<text:list text:style-name="L1"><text:list-item><text:p>OpenDocument</text:p></text:list-item></text:list>';
  const type = 'application/vnd.oasis.opendocument.text';
  const entry = (path: string, media: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"/>`;
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  return zip({
    '[Content_Types].xml': `<Types xmlns="${types}"><Override PartName="/x" ContentType="${mainType}"/></Types>`,
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${entry('/', type)}${entry('content.xml', 'text/xml')}</manifest:manifest>`,
    'content.xml': `<office:document-content ${openDocumentNames.join(' ')} ${xlink}><office:automatic-styles>${list}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
};

/** A Word document that shows a file of the machine. */
export const stealingDocument = (fileUrl: string) =>
  docx({
    body: paragraph('Look') + linkedPicture('rId7'),
    relationships: relationship('rId7', 'image', fileUrl),
  });

/** The number of pictures in a PDF. */
export const imagesIn = async (bytes: Uint8Array) => {
  const { context } = await PDFDocument.load(bytes);
  return context
    .enumerateIndirectObjects()
    .filter(
      ([, object]) =>
        'dict' in object &&
        String((object.dict as Map<PDFName, unknown>).get(PDFName.of('Subtype'))) === '/Image',
    ).length;
};
