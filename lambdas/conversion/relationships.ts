import { escapeXml } from '../pdf/pdfkit.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

/** Attributes of a relationship of a Word document part, as LibreOffice reads them. */
const relationshipKeys = ['Id', 'Type', 'Target', 'TargetMode'] as const;
type Relationship = Readonly<Partial<Record<(typeof relationshipKeys)[number], string>>>;

/**
 * Rewrites the relationships of a part without those that point outside the document: images, templates and
 * objects that LibreOffice would fetch. About one in thirty real documents has some, so they are removed
 * instead of rejected. A hyperlink keeps its text but loses its target: the PDF drops links anyway, and an
 * image could use a hyperlink as its source.
 */
export const internalRelationships = (content: Uint8Array): Buffer => {
  const kept = relationshipsIn(content).flatMap((relationship) => {
    if (!pointsOutside(relationship)) return [relationship];
    return relationship.Type?.endsWith('/hyperlink') ? [{ ...relationship, Target: '#' }] : [];
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${kept.map(written).join('')}</Relationships>`,
  );
};

/** The relationships of a part, as LibreOffice reads them. */
export const relationshipsIn = (content: Uint8Array): readonly Relationship[] =>
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
const comment = String.raw`<!--[^]*?-->|<\?[^]*?\?>`;
const endTag = `</(?<end>${name})${space}*>`;
const startTag = `<(?<start>${name})(?<attributes>(?:${attribute.replaceAll(/\((?!\?)/g, '(?:')})*)${space}*(?<empty>/?)>`;
const token = new RegExp(`${comment}|${endTag}|${startTag}|[^<]+`, 'y');

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
