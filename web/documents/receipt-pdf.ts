/** One line of the receipt: its size in points and whether it is bold. */
interface Line {
  readonly text: string;
  readonly size: number;
  readonly isBold?: boolean;
}

const [left, top, spacing] = [72, 720, 1.7];

/** The letters of Latin-1, which every reader of PDF can draw without a font in the file. */
const escaped = (text: string) =>
  [...text.replaceAll(/[‐-―]/g, '-').replaceAll('\u202f', ' ')]
    .map((letter) => (letter.charCodeAt(0) > 0xff ? '?' : letter))
    .join('')
    .replaceAll(/[\\()]/g, '\\$&');

function content(lines: readonly Line[]): string {
  let y = top;
  return lines
    .map(({ text, size, isBold }) => {
      y -= size * spacing;
      return `BT /${isBold ? 'B' : 'R'} ${size} Tf ${left} ${y.toFixed(1)} Td (${escaped(text)}) Tj ET`;
    })
    .join('\n');
}

const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;

/** A PDF of one page with these lines below each other. */
export function createPdf(title: string, lines: readonly Line[]): Blob {
  const drawn = content(lines);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(en-US)/ViewerPreferences<</DisplayDocTitle true>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</R 5 0 R/B 6 0 R>>>>>>',
    `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<</Title(${escaped(title)})>>`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${size}/Root 1 0 R/Info ${objects.length} 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return new Blob([Uint8Array.from(file, (letter) => letter.charCodeAt(0))], { type: 'application/pdf' });
}
