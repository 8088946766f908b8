import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { docx, linkedPicture, paragraph, picture, relationship } from './samples.ts';

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
