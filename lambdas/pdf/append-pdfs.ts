import { freshQpdf } from './qpdf.ts';

/** PDFs with layers are converted so that these bytes are among theirs. */
const hasLayers = (bytes: Uint8Array) => Buffer.from(bytes).includes('/OCProperties');

/** pdf-lib loads with the first document that needs it. Few have layers. */
const layers = () => import('./layers.ts');

const done: readonly number[] = [0, 3];

/** The pages of the result as qpdf takes them: `.` is the drawn PDF, `r2` its last page but one. */
const orders = {
  atTheEnd: (paths: readonly string[]) => ['.', '1-z', ...paths.flatMap((path) => [path, '1-z'])],
  afterSheets: (paths: readonly string[]) => [
    ...['.', `1-r${paths.length + 1}`],
    ...paths.flatMap((path, index) => ['.', `r${paths.length - index}`, path, '1-z']),
  ],
} as const;

/**
 * Draws a PDF and appends converted uploads to it. The drawn pages keep their tags, title and outline; the
 * uploads have none. qpdf loads while the PDF is drawn. With `afterSheets`, the last drawn pages are one
 * sheet for each upload, and each upload follows its own.
 */
export const appendPdfs = async (
  draw: () => Promise<Uint8Array>,
  documents: readonly Uint8Array[],
  order: 'atTheEnd' | 'afterSheets' = 'atTheEnd',
): Promise<Uint8Array> => {
  if (documents.length === 0) return draw();
  const [qpdf, copy] = await Promise.all([freshQpdf(), draw()]);
  qpdf.write('/copy.pdf', copy);
  const paths = documents.map((bytes, index) => {
    qpdf.write(`/${index}.pdf`, bytes);
    return `/${index}.pdf`;
  });
  const code = qpdf.run('/copy.pdf', '--no-warn', '--pages', ...orders[order](paths), '--', '/out.pdf');
  if (!done.includes(code)) throw new Error(`The documents could not be appended (${code})`);
  const out = qpdf.read('/out.pdf');
  return documents.some(hasLayers) ? (await layers()).hideLayers(out) : out;
};
