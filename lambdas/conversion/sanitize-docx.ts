import { internalRelationships, relationshipsIn, utf8 } from './docx-relationships.ts';
import { rejectFile, rejectionMessages, wrongTypeMessage } from './rejections.ts';
import { readXml } from './xml.ts';
import { extractEntry, readZip, replaceContent, writeZip, type ZipEntry } from './zip.ts';

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
export const sanitizeDocx = (bytes: Uint8Array): Buffer => {
  const entries = readZip(Buffer.from(bytes));
  checkType(entries);
  try {
    return writeZip(entries.map(checkedPart));
  } catch (error) {
    // A tag of millions of letters is longer than a regular expression can match.
    if (error instanceof RangeError) return rejectFile(rejectionMessages.tooComplex, error);
    throw error;
  }
};

/** Entries of an OpenDocument file, which LibreOffice would read instead of the parts of Word. */
const openDocumentEntries = ['mimetype', 'content.xml', 'meta-inf/manifest.xml'];

const checkType = (entries: readonly ZipEntry[]) => {
  const reject = (what: string) => rejectFile(wrongTypeMessage(what, 'docx'));
  const names = entries.map(({ name }) => name.toLowerCase());
  if (names.some((name) => openDocumentEntries.includes(name))) reject('an OpenDocument file');
  if (names.some((name) => name.endsWith('vbaproject.bin'))) reject('a document with macros');
  const types = mainTypes(entries);
  if (types.length > 0 && types.every((type) => documentType.test(type))) return;
  const other = others.find(([mark]) => types.some((type) => mark.test(type)));
  reject(other?.[1] ?? 'a ZIP archive');
};

/** The content types of the parts that the archive names as its document; '' for a part without a type. */
const mainTypes = (entries: readonly ZipEntry[]): readonly string[] => {
  const part = (name: string) => {
    const entry = entries.find((each) => each.name.toLowerCase() === name);
    return extractEntry(entry ?? rejectFile(rejectionMessages.unreadable));
  };
  const types = [...readXml(utf8(part('[content_types].xml')))].flatMap((token) =>
    token.kind === 'start' ? [token.attributes] : [],
  );
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

const checkedPart = (entry: ZipEntry): ZipEntry => {
  const content = extractEntry(entry);
  if (!looksLikeXml(entry.name, content)) return entry;
  const xml = utf8Only(content).toString('latin1');
  if (/<!DOCTYPE/i.test(xml)) rejectFile(rejectionMessages.unreadable);
  if (tableDepth(xml) > deepestTable) rejectFile(rejectionMessages.tooComplex);
  return isRelationships(entry) ? replaceContent(entry, internalRelationships(content)) : entry;
};

const isRelationships = ({ name }: ZipEntry) => name.toLowerCase().endsWith('.rels');

/**
 * Decides by name and by content, because LibreOffice goes by a part's content type and not by its extension.
 */
const looksLikeXml = (name: string, content: Buffer) =>
  /\.(xml|rels)$/i.test(name) ||
  /^(\xef\xbb\xbf)?\s*<|^[\xfe\xff]{2}|^<\0|^\0</.test(content.toString('latin1', 0, 64));

/** Another encoding would hide from the checks what LibreOffice then reads. Word always writes UTF-8. */
const utf8Only = (content: Buffer) => {
  const start = content.toString('latin1', 0, 200);
  const declared = /^[^>]*?encoding\s*=\s*["']([^"']*)/.exec(start)?.[1] ?? 'utf-8';
  const otherWidth = /^[\xfe\xff]{2}/.test(start) || start.slice(0, 4).includes('\0');
  return otherWidth || !/^(utf-8|us-ascii|ascii)$/i.test(declared)
    ? rejectFile(rejectionMessages.unreadable)
    : content;
};

/**
 * The inside of a tag. A quoted value may contain '>', and nothing contains '<', so that no text takes long
 * to match.
 */
const inside = `((?:[^<>"']|"[^"<]*"|'[^'<]*')*)`;
/** Letters of any script are several bytes here, and some of these bytes look like a space. */
const prefix = String.raw`(?:[^ \t\r\n<>"'/=:]+:)?`;
const table = new RegExp(String.raw`<(/?)${prefix}tbl(?=[\s>/])${inside}>`, 'g');

const tableDepth = (xml: string) => {
  let depth = 0;
  let deepest = 0;
  for (const [, closes, rest = ''] of withoutComments(xml).matchAll(table)) {
    if (rest.endsWith('/')) continue;
    depth = Math.max(0, depth + (closes ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** An end tag inside a comment would hide how deeply tables are nested. */
const withoutComments = (xml: string): string => {
  const kept: string[] = [];
  let at = 0;
  for (const [start, end] of [...commentsOf(xml)]) {
    kept.push(xml.slice(at, start));
    at = end;
  }
  return kept.join('') + xml.slice(at);
};

function* commentsOf(xml: string): Generator<readonly [start: number, end: number]> {
  const opening = /<!--|<!\[CDATA\[/g;
  for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
    const close = found[0] === '<!--' ? '-->' : ']]>';
    const end = xml.indexOf(close, opening.lastIndex);
    if (end < 0) return rejectFile(rejectionMessages.unreadable);
    opening.lastIndex = end + close.length;
    yield [found.index, opening.lastIndex];
  }
}
