import { crc32 } from 'node:zlib';
import { type UnzipFileFilter, unzipSync, zipSync } from 'fflate';
import { escapeXml } from '../pdf/pdfkit.ts';
import { RejectedFile, rejectFile, rejectionMessages, wrongTypeMessage } from './rejections.ts';

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

/** Attributes of a relationship of a Word document part, as LibreOffice reads them. */
const relationshipKeys = ['Id', 'Type', 'Target', 'TargetMode'] as const;
type Relationship = Readonly<Partial<Record<(typeof relationshipKeys)[number], string>>>;

/**
 * Rewrites the relationships of a part without those that point outside the document: images, templates and
 * objects that LibreOffice would fetch. About one in thirty real documents has some, so they are removed
 * instead of rejected. A hyperlink keeps its text but loses its target: the PDF drops links anyway, and an
 * image could use a hyperlink as its source.
 */
const internalRelationships = (content: Uint8Array): Buffer => {
  const kept = relationshipsIn(content).flatMap((relationship) => {
    if (!pointsOutside(relationship)) return [relationship];
    return relationship.Type?.endsWith('/hyperlink') ? [{ ...relationship, Target: '#' }] : [];
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${kept.map(written).join('')}</Relationships>`,
  );
};

/** The relationships of a part, as LibreOffice reads them. */
const relationshipsIn = (content: Uint8Array): readonly Relationship[] =>
  elementsIn(content).flatMap(({ name, attributes }) =>
    /^(?:.*:)?Relationship$/.test(name)
      ? [Object.fromEntries(relationshipKeys.map((key) => [key, attributes.get(key)]))]
      : [],
  );

const pointsOutside = ({ Target = '', TargetMode = '' }: Relationship) =>
  TargetMode.trim().toLowerCase() === 'external' || [Target, percentDecoded(Target)].some(isAddress);

/**
 * True for a URL with a scheme or a server name. Leading control characters and spaces are ignored, as
 * readers do.
 */
const isAddress = (target: string) => /^[\s\p{C}]*([a-z][a-z0-9+.-]*:|[\\/]{2})/iu.test(target);

const percentDecoded = (target: string) =>
  target.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const written = (relationship: Relationship) => {
  const attributes = relationshipKeys.flatMap((key) => {
    const value = relationship[key];
    return value === undefined ? [] : [` ${key}="${escapeXml(value)}"`];
  });
  return `<Relationship${attributes.join('')}/>`;
};

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const space = String.raw`[ \t\r\n]`;
const name = String.raw`[^\s<>/="'&?!]+`;
const attribute = `${space}+(${name})${space}*=${space}*(?:"([^"<]*)"|'([^'<]*)')`;
const skipped = String.raw`<!--[^]*?-->|<\?[^]*?\?>`;
const endTag = `</(?<end>${name})${space}*>`;
const startTag = `<(?<start>${name})(?<attributes>(?:${attribute.replaceAll(/\((?!\?)/g, '(?:')})*)${space}*(?<empty>/?)>`;
const token = new RegExp(`${skipped}|${endTag}|${startTag}|[^<]+`, 'y');

const malformed = (cause?: unknown): never => rejectFile(rejectionMessages.unreadable, cause);

/**
 * The elements of well-formed XML, without resolving namespaces. Rejects document type declarations, CDATA
 * and malformed XML: LibreOffice must never get XML that it might read differently.
 */
export const elementsIn = (content: Uint8Array): readonly Element[] => {
  const xml = utf8(content);
  const open: string[] = [];
  const elements: Element[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const { start, end, attributes = '', empty } = token.exec(xml)?.groups ?? malformed();
    if (end !== undefined && open.pop() !== end) malformed();
    if (start === undefined) continue;
    elements.push({ name: start, attributes: attributesIn(attributes) });
    if (!empty) open.push(start);
  }
  return open.length > 0 ? malformed() : elements;
};

const attributesIn = (text: string) => {
  const found = [...text.matchAll(new RegExp(attribute, 'g'))];
  const attributes = new Map(
    found.map(([, key = '', double, single]) => [key, decodeReferences(double ?? single ?? '')]),
  );
  return attributes.size < found.length ? malformed() : attributes;
};

/** The text of a part in UTF-8, the only encoding that Word writes. */
const utf8 = (content: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    return malformed(cause);
  }
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const decodeReferences = (value: string) =>
  value.replace(/&([^;&]*);?/g, (whole, reference: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(reference) ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entities[reference];
    return whole.endsWith(';') && character !== undefined ? character : malformed();
  });

/** The files of an archive by their names. */
export type Parts = Readonly<Record<string, Uint8Array>>;

const limits = { entries: 1_000, all: 64 << 20, part: 16 << 20 };
const signature = { local: 0x04034b50, central: 0x02014b50, end: Buffer.from('PK\x05\x06') };
const endLength = 22;
const centralLength = 46;

/** Extracts an archive. Rejects zip bombs and archives that another program could read differently. */
const unzip = (zip: Buffer): Parts => {
  try {
    const { filter, declared } = checkEntries(zip);
    const parts = unzipSync(zip, { filter });
    for (const [name, content] of Object.entries(parts)) {
      const { size, checksum } = declared.get(name.toLowerCase()) ?? {};
      if (content.length !== size || crc32(content) !== checksum) rejectFile(rejectionMessages.unreadable);
    }
    return parts;
  } catch (cause) {
    if (cause instanceof RejectedFile) throw cause;
    return rejectFile(rejectionMessages.unreadable, cause);
  }
};

/**
 * Checks each entry of the directory before fflate extracts it, also in the fields that fflate skips: flags,
 * checksums and the headers in front of the content. Content never gets larger than declared.
 */
const checkEntries = (zip: Buffer) => {
  const declared = new Map<string, { readonly size: number; readonly checksum: number }>();
  let at = zip.readUInt32LE(zip.lastIndexOf(signature.end, zip.length - endLength) + 16);
  let [packed, unpacked] = [0, 0];
  const filter: UnzipFileFilter = ({ name, size, originalSize }) => {
    const isEncrypted = (zip.readUInt16LE(at + 8) & 1) === 1;
    const isWhole =
      zip.readUInt32LE(at) === signature.central &&
      zip.readUInt32LE(zip.readUInt32LE(at + 42)) === signature.local;
    packed += size;
    unpacked += originalSize;
    // Extracting content that entries share would take long, and the name `__proto__` would hide an entry.
    const isUnusual = isEncrypted || packed > zip.length || declared.has(name.toLowerCase()) || name in {};
    if (!isWhole || isUnusual) rejectFile(rejectionMessages.unreadable);
    declared.set(name.toLowerCase(), { size: originalSize, checksum: zip.readUInt32LE(at + 16) });
    if (declared.size > limits.entries || originalSize > limits.part || unpacked > limits.all)
      rejectFile(rejectionMessages.tooComplex);
    at += centralLength + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
    return true;
  };
  return { filter, declared };
};

/** Writes an archive that contains these files and nothing before, between or after them. */
export const zip = (parts: Parts): Uint8Array => zipSync(parts, { level: 0, mtime: new Date(1980, 0) });
