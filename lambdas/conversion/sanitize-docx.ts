import { rejectFile, rejectionMessages, wrongTypeMessage } from './rejections.ts';
import { elementsIn, internalRelationships, relationshipsIn } from './relationships.ts';
import { type Parts, unzip, zip } from './zip.ts';

const deepestTable = 20;
const documentType = /wordprocessingml\.document\.main\+xml/;

/** Other Office documents that may have a .docx name, by the content type of their main part. */
const others: readonly (readonly [RegExp, string])[] = [
  [/macroEnabled/i, 'a document with macros'],
  [/wordprocessingml\.template/, 'a Word template'],
  [/spreadsheetml/, 'a spreadsheet'],
  [/presentationml/, 'a presentation'],
];

/**
 * Makes a Word document safe to open: rejects zip bombs, removes links that LibreOffice would fetch, and
 * writes the archive again, so that LibreOffice reads exactly what was checked.
 */
export const sanitizeDocx = (bytes: Uint8Array): Uint8Array => {
  const parts = unzip(Buffer.from(bytes));
  try {
    checkType(parts);
    return zip(Object.fromEntries(Object.entries(parts).map(checkedPart)));
  } catch (error) {
    // A tag of millions of letters is longer than a regular expression can match.
    if (error instanceof RangeError) return rejectFile(rejectionMessages.tooComplex, error);
    throw error;
  }
};

/** Entries of an OpenDocument file, which LibreOffice would read instead of the parts of Word. */
const openDocumentEntries = ['mimetype', 'content.xml', 'meta-inf/manifest.xml'];

const checkType = (parts: Parts) => {
  const reject = (what: string) => rejectFile(wrongTypeMessage(what, 'docx'));
  const names = Object.keys(parts).map((name) => name.toLowerCase());
  if (names.some((name) => openDocumentEntries.includes(name))) reject('an OpenDocument file');
  if (names.some((name) => name.endsWith('vbaproject.bin'))) reject('a document with macros');
  const types = mainTypes(parts);
  if (types.length > 0 && types.every((type) => documentType.test(type))) return;
  const other = others.find(([mark]) => types.some((type) => mark.test(type)));
  reject(other?.[1] ?? 'a ZIP archive');
};

/** The content types of the parts that the archive names as its document; '' for a part without a type. */
const mainTypes = (parts: Parts): readonly string[] => {
  const part = (name: string) =>
    Object.entries(parts).find(([each]) => each.toLowerCase() === name)?.[1] ??
    rejectFile(rejectionMessages.unreadable);
  const types = elementsIn(part('[content_types].xml')).map(({ attributes }) => attributes);
  return relationshipsIn(part('_rels/.rels'))
    .filter(({ Type = '' }) => Type.endsWith('/officeDocument'))
    .map(({ Target = '' }) => `/${Target.replace(/^\//, '')}`.toLowerCase())
    .map((name) => typeOf(name, types));
};

/** The type of a part: its own, or the default of its extension. */
const typeOf = (name: string, types: readonly ReadonlyMap<string, string>[]): string => {
  const find = (key: string, value: string) => types.find((each) => each.get(key)?.toLowerCase() === value);
  const type = find('PartName', name) ?? find('Extension', name.slice(name.lastIndexOf('.') + 1));
  return type?.get('ContentType') ?? '';
};

const checkedPart = ([name, content]: [string, Uint8Array]): [string, Uint8Array] => {
  const start = latin1(content.subarray(0, 200));
  if (!looksLikeXml(name, start)) return [name, content];
  const text = latin1(content);
  if (!isUtf8(start) || /<!DOCTYPE/i.test(text)) rejectFile(rejectionMessages.unreadable);
  if (tableDepth(text) > deepestTable) rejectFile(rejectionMessages.tooComplex);
  return [name, /\.rels$/i.test(name) ? internalRelationships(content) : content];
};

const latin1 = (content: Uint8Array) => Buffer.from(content).toString('latin1');

/**
 * Decides by name and by content, because LibreOffice goes by a part's content type and not by its extension.
 */
const looksLikeXml = (name: string, start: string) =>
  /\.(xml|rels)$/i.test(name) || /^(\xef\xbb\xbf)?\s*<|^[\xfe\xff]{2}|^<\0|^\0</.test(start);

/** Another encoding would hide from the checks what LibreOffice then reads. Word always writes UTF-8. */
const isUtf8 = (start: string) => {
  const declared = /^[^>]*?encoding\s*=\s*["']([^"']*)/.exec(start)?.[1] ?? 'utf-8';
  const otherWidth = /^[\xfe\xff]{2}/.test(start) || start.slice(0, 4).includes('\0');
  return !otherWidth && /^(utf-8|us-ascii|ascii)$/i.test(declared);
};

/**
 * The inside of a tag. A quoted value may contain '>', and nothing contains '<', so that no text takes long
 * to match.
 */
const inside = `((?:[^<>"']|"[^"<]*"|'[^'<]*')*)`;
/** Letters of any script are several bytes here, and some of these bytes look like a space. */
const prefix = String.raw`(?:[^ \t\r\n<>"'/=:]+:)?`;
/** An end tag inside a comment would hide how deeply tables are nested. Without its end, one takes all. */
const comment = String.raw`<!--(?:[^]*?-->|[^]*)|<!\[CDATA\[(?:[^]*?\]\]>|[^]*)`;
const table = new RegExp(String.raw`${comment}|<(/?)${prefix}tbl(?=[\s>/])${inside}>`, 'g');

const tableDepth = (xml: string) => {
  let depth = 0;
  let deepest = 0;
  for (const [, closes, rest] of xml.matchAll(table)) {
    if (rest === undefined || rest.endsWith('/')) continue;
    depth = Math.max(0, depth + (closes ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};
