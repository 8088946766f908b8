import { rejectFile, rejectionMessages } from './rejections.ts';

export type XmlToken =
  | { readonly kind: 'start'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly name: string };

const space = String.raw`[ \t\r\n]`;
const name = String.raw`[^\s<>/="'&?!]+`;
const opening = new RegExp(`<(${name})`, 'y');
const attribute = new RegExp(`${space}+(${name})${space}*=${space}*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const tagEnd = new RegExp(`${space}*(/?)>`, 'y');
const closing = new RegExp(`</(${name})${space}*>`, 'y');
const text = /[^<]+/y;

const malformed = (): never => rejectFile(rejectionMessages.unreadable, 'The XML is not well formed.');

/**
 * Skipped constructs, by start and end. Document type declarations are not skipped: they count as malformed.
 */
const skipped: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];

/**
 * Reads well-formed XML without resolving namespaces. Rejects document type declarations, CDATA and malformed
 * XML: LibreOffice must never get XML that it might read differently.
 */
export function* readXml(xml: string): Generator<XmlToken> {
  const open: string[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < xml.length) {
    const comment = skipped.find(([start]) => xml.startsWith(start, at));
    if (comment) {
      const end = xml.indexOf(comment[1], at + comment[0].length);
      if (end < 0) return malformed();
      at = end + comment[1].length;
      continue;
    }
    const characters = match(text);
    if (characters) {
      yield { kind: 'text', text: decodeReferences(characters[0]) };
      continue;
    }
    const closed = match(closing)?.[1];
    if (closed !== undefined) {
      if (open.pop() !== closed) return malformed();
      yield { kind: 'end', name: closed };
      continue;
    }
    const opened = match(opening)?.[1] ?? malformed();
    const attributes = new Map<string, string>();
    for (let found = match(attribute); found; found = match(attribute)) {
      const [, key = '', double, single] = found;
      if (attributes.has(key)) return malformed();
      attributes.set(key, decodeReferences(double ?? single ?? ''));
    }
    const isEmpty = (match(tagEnd) ?? malformed())[1] === '/';
    yield { kind: 'start', name: opened, attributes };
    if (isEmpty) yield { kind: 'end', name: opened };
    else open.push(opened);
  }
  if (open.length > 0) malformed();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeReferences = (value: string) =>
  value.replace(/&([^;&]*);?/g, (whole, reference: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(reference) ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entities[reference];
    return whole.endsWith(';') && character !== undefined ? character : malformed();
  });

/** The name of an element without the prefix of its namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
