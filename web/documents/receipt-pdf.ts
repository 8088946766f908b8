import { catalog, pageList, pdfFile, pdfString } from './pdf-file.ts';

/** One line of the receipt: its size in points and whether it is bold. */
interface Line {
  readonly text: string;
  readonly size: number;
  readonly isBold?: boolean;
}

const [left, top, spacing] = [72, 720, 1.7];

function content(lines: readonly Line[]): string {
  let y = top;
  return lines
    .map(({ text, size, isBold }) => {
      y -= size * spacing;
      return `BT /${isBold ? 'B' : 'R'} ${size} Tf ${left} ${y.toFixed(1)} Td ${pdfString(text)} Tj ET`;
    })
    .join('\n');
}

const font = (name: string) => ({
  text: `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`,
});

/** A PDF of one page with these lines below each other. */
export function createPdf(title: string, lines: readonly Line[]): Blob {
  const drawn = content(lines);
  const fonts = '/Resources<</Font<</R 5 0 R/B 6 0 R>>>>';
  return pdfFile(title, [
    catalog,
    pageList([3]),
    { text: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${fonts}>>` },
    { text: `<</Length ${drawn.length}>>`, stream: drawn },
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]);
}
