import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { zipSync } from 'fflate';
import sharp, { type Metadata } from 'sharp';
import { freshQpdf } from '../../lambdas/pdf/qpdf.ts';

/** Sample documents, all made here by code. */

export type Parts = Readonly<Record<string, string | Buffer>>;

const relationshipsOf = (relationships: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships}</Relationships>`;

const officeType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The content type of the main part of a Word document. */
export const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const typesOf = (main: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;

const bodyOf = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${officeType}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`;

export const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

interface Docx {
  readonly body?: string;
  readonly relationships?: string;
  readonly main?: string;
  readonly parts?: Parts;
}

/** A minimal Word document. */
export const docx = ({
  body = paragraph('I play the cello.'),
  relationships = '',
  main = mainType,
  parts = {},
}: Docx = {}): Buffer =>
  zip({
    '[Content_Types].xml': typesOf(main),
    '_rels/.rels': relationshipsOf(
      `<Relationship Id="rId1" Type="${officeType}/officeDocument" Target="word/document.xml"/>`,
    ),
    'word/_rels/document.xml.rels': relationshipsOf(relationships),
    'word/document.xml': bodyOf(body),
    ...parts,
  });

export const zip = (parts: Parts): Buffer => {
  const files = Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]);
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0) }));
};

export const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${officeType}/${kind}" Target="${target}" TargetMode="External"/>`;

/** A picture that the document links to without containing it. */
export const linkedPicture = (id: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3000000" cy="3000000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

export const nestedTables = (depth: number) =>
  `${'<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc>'.repeat(depth)}${paragraph('deep')}${'<w:p/></w:tc></w:tr></w:tbl>'.repeat(depth)}<w:p/>`;

/** A picture whose left half is red and whose right half is blue. */
export const picture = async (
  type: 'png' | 'jpeg',
  { width = 300, height = 200, cmyk = false }: { width?: number; height?: number; cmyk?: boolean } = {},
): Promise<Buffer> => {
  const half = {
    create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#0000ff' },
  };
  const right = await sharp(half).png().toBuffer();
  const both = sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: right, gravity: 'east' },
  ]);
  const plain = sharp(await both.png().toBuffer());
  return (cmyk ? plain.toColourspace('cmyk') : plain)[type]().toBuffer();
};

/** A photo as a phone stores it: rotated, with EXIF orientation and GPS position. */
export const photograph = async (orientation: NonNullable<Metadata['orientation']>): Promise<Buffer> =>
  sharp(await picture('jpeg'))
    .withExif({
      IFD0: { Artist: 'SECRET-ARTIST' },
      IFD3: { GPSLatitude: '51/1 30/1 3230/100', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();

/** A photo over 1 MB, rotated: noise, which does not compress. */
export const largePhoto = (): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#888', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
};

interface Pdf {
  readonly texts?: readonly string[];
  readonly change?: (document: PDFDocument) => void | Promise<void>;
}

/** A PDF with one page for each text. */
export const pdf = async ({ texts = ['Transcript of records'], change }: Pdf = {}): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  for (const text of texts) document.addPage([612, 792]).drawText(text, { x: 72, y: 700 });
  await change?.(document);
  return document.save({ useObjectStreams: false });
};

/** A PDF that runs a script when it is opened, printed or clicked, with an attached file. */
export const activePdf = () =>
  pdf({
    async change(document) {
      document.addJavaScript('start', 'app.alert("SCRIPT-AT-START")');
      await document.attach(Buffer.from('SECRET-ATTACHMENT'), 'secret.txt');
      const action = (text: string) =>
        document.context.obj({ S: 'JavaScript', JS: PDFString.of(`app.alert("${text}")`) });
      document.catalog.set(PDFName.of('OpenAction'), action('SCRIPT-AT-OPEN'));
      const page = document.getPage(0).node;
      page.set(PDFName.of('AA'), document.context.obj({ O: action('SCRIPT-AT-PAGE') }));
      const link = document.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 600, 600],
        A: { S: 'URI', URI: PDFString.of('https://example.org/LINK') },
      });
      page.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]));
      const field = document.getForm().createTextField('name');
      field.setText('Filled in by hand');
      field.addToPage(document.getPage(0), { x: 72, y: 500, width: 300, height: 40 });
    },
  });

/** A PDF with a password to open it (`user`), or only one to edit it (`owner`). */
export const lockedPdf = async (passwords: { user: string; owner: string }): Promise<Uint8Array> => {
  const qpdf = await freshQpdf();
  qpdf.write('/in.pdf', await pdf());
  qpdf.run('--encrypt', passwords.user, passwords.owner, '256', '--', '/in.pdf', '/out.pdf');
  return qpdf.read('/out.pdf');
};
