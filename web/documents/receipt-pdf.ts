import { catalog, isLatin1, type PdfObject, pageList, pdfFile, pdfString } from './pdf-file.ts';

/** One line of the receipt: its size in points and whether it is bold. */
interface Line {
  readonly text: string;
  readonly size: number;
  readonly isBold?: boolean;
}

const [left, top, spacing, maxWidth] = [72, 720, 1.7, 468];
/** Objects before the pictures: the catalog, the list of pages, the page, its content and two fonts. */
const objectsBefore = 6;
/** Pixels of a picture for a point of the page. */
const scale = 4;
/** Height of the letters below the line they stand on, as a part of the size. */
const descent = 0.4;

/** The average width of a bold letter, as a part of the size. */
const letterWidth = 0.58;

/** True if the fonts of PDF readers have all letters of a line, and the page has room for it. */
const isPlain = ({ text, size }: Line): boolean =>
  isLatin1(text) && text.length * size * letterWidth <= maxWidth;

/** A line as a JPEG of the browser's own fonts, narrower if it is too long. */
function pictureOf({ text, size, isBold }: Line): { readonly placed: string; readonly image: PdfObject } {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser cannot draw text.');
  const font = `${isBold ? 'bold' : ''} ${size * scale}px sans-serif`;
  context.font = font;
  const width = Math.min(maxWidth, Math.ceil(context.measureText(text).width / scale));
  const height = Math.ceil(size * spacing);
  Object.assign(canvas, { width: width * scale, height: height * scale }); // clears the context's settings
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  Object.assign(context, { font, fillStyle: 'black' });
  context.fillText(text, 0, (height - size * descent) * scale, canvas.width);
  const stream = atob(canvas.toDataURL('image/jpeg').replace(/^.*,/, ''));
  const colors = `/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${stream.length}`;
  return {
    placed: `${width} 0 0 ${height} ${left}`,
    image: {
      text: `<</Type/XObject/Subtype/Image/Width ${canvas.width}/Height ${canvas.height}${colors}>>`,
      stream,
    },
  };
}

function draw(lines: readonly Line[]) {
  const images: PdfObject[] = [];
  let y = top;
  const drawn = lines.map((line) => {
    const { text, size, isBold } = line;
    y -= size * spacing;
    if (isPlain(line))
      return `BT /${isBold ? 'B' : 'R'} ${size} Tf ${left} ${y.toFixed(1)} Td ${pdfString(text)} Tj ET`;
    const { placed, image } = pictureOf(line);
    images.push(image);
    return `q ${placed} ${(y - size * descent).toFixed(1)} cm /P${images.length} Do Q`;
  });
  return { content: drawn.join('\n'), images };
}

const font = (name: string) => ({
  text: `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`,
});

/** A PDF of one page with these lines below each other. */
export function createPdf(title: string, lines: readonly Line[]): Blob {
  const { content, images } = draw(lines);
  const pictures = images.map((_, index) => `/P${index + 1} ${objectsBefore + index + 1} 0 R`).join('');
  const resources = `/Resources<</Font<</R 5 0 R/B 6 0 R>>/XObject<<${pictures}>>>>`;
  return pdfFile(title, [
    catalog,
    pageList([3]),
    { text: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${resources}>>` },
    { text: `<</Length ${content.length}>>`, stream: content },
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...images,
  ]);
}
