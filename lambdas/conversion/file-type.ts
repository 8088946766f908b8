import { extensionOf, fileError } from '../../shared/rules/upload.ts';
import { rejectFile, rejectionMessages, wrongTypeMessage } from './rejections.ts';

/** File types that can be converted. */
type FileType = 'pdf' | 'png' | 'jpeg' | 'docx';

const kinds: Readonly<Record<string, FileType>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pdf: 'pdf',
  docx: 'docx',
};

/** Bytes that the signatures need. PDF readers accept a header anywhere in the first kilobyte. */
export const headLength = 1024;

const begins =
  (...marks: readonly string[]) =>
  (start: string) =>
    marks.some((mark) => start.startsWith(mark));

/** Media containers name their format after a length of four bytes. */
const branded = (brand: RegExp) => (start: string) => brand.test(start.slice(4, 12));

/** Markup may start with spaces, comments and declarations. */
const marked = (tag: RegExp) => (start: string) => /^(\xef\xbb\xbf)?\s*</.test(start) && tag.test(start);

interface Signature {
  readonly what: string;
  readonly kind?: FileType;
  readonly fits: (start: string) => boolean;
}

/** File types by their first bytes. The order matters: a PDF header counts only if nothing else matches. */
const signatures: readonly Signature[] = [
  { what: 'a PNG image', kind: 'png', fits: begins('\x89PNG\r\n\x1a\n') },
  { what: 'a JPEG image', kind: 'jpeg', fits: begins('\xff\xd8\xff') },
  { what: 'a ZIP archive or an Office document', kind: 'docx', fits: begins('PK\x03\x04') },
  { what: 'an older Office document', fits: begins('\xd0\xcf\x11\xe0') },
  { what: 'a GIF image', fits: begins('GIF8') },
  { what: 'a TIFF image', fits: begins('II*\0', 'MM\0*') },
  { what: 'a WebP image', fits: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8) },
  { what: 'an AVIF image', fits: branded(/^ftypavi[fs]/) },
  { what: 'a HEIC image', fits: branded(/^ftyp(hei|hev|mif|msf)/) },
  { what: 'an SVG drawing', fits: marked(/<svg[\s>]/i) },
  { what: 'a web page', fits: marked(/<(html|!DOCTYPE html)[\s>]/i) },
  { what: 'a Rich Text document', fits: begins('{\\rtf') },
  { what: 'a program', fits: begins('MZ', '\x7fELF', '#!') },
  { what: 'a PDF', kind: 'pdf', fits: (start) => start.includes('%PDF-') },
];

interface Upload {
  readonly fileName: string;
  readonly size: number;
  readonly head: Uint8Array;
}

/** Returns the type of an upload. Its name and first bytes must agree; every other file is rejected. */
export const detectFileType = ({ fileName, size, head }: Upload): FileType => {
  const problem = fileError({ name: fileName, size });
  if (problem !== undefined) rejectFile(problem);
  const extension = extensionOf(fileName);
  const expected = kinds[extension];
  const start = startOf(head);
  const found = signatureOf(start) ?? rejectFile(rejectionMessages.unreadable);
  if (expected !== undefined && found.kind === expected) return expected;
  return rejectFile(
    isOldWord(expected, start) ? rejectionMessages.oldWord : wrongTypeMessage(found.what, extension),
  );
};

/** Rejects bytes whose type differs from the one detected before. */
export const checkFileType = (bytes: Uint8Array, expected: FileType): void => {
  const found = signatureOf(startOf(bytes));
  if (found?.kind !== expected) rejectFile(rejectionMessages.unreadable, `now ${found?.what}`);
};

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, headLength)).toString('latin1');
const signatureOf = (start: string) => signatures.find(({ fits }) => fits(start));

const isOldWord = (expected: FileType | undefined, start: string) =>
  expected === 'docx' && start.startsWith('\xd0\xcf');
