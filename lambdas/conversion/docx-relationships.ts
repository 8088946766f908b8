import { escapeXml } from '../pdf/xmp.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';
import { localName, readXml } from './xml.ts';

/** Attributes of a relationship of a Word document part, as LibreOffice reads them. */
const relationshipKeys = ['Id', 'Type', 'Target', 'TargetMode'] as const;
type Relationship = Readonly<Partial<Record<(typeof relationshipKeys)[number], string>>>;

/**
 * Rewrites the relationships of a part without those that point outside the document: images, templates and
 * objects that LibreOffice would fetch. About one in thirty real documents has some, so they are removed
 * instead of rejected. A hyperlink keeps its text but loses its target: the PDF drops links anyway, and an
 * image could use a hyperlink as its source.
 */
export const internalRelationships = (content: Buffer): Buffer => {
  const kept = relationshipsIn(content).flatMap((relationship) => {
    if (!pointsOutside(relationship)) return [relationship];
    return relationship.Type?.endsWith('/hyperlink') ? [{ ...relationship, Target: '#' }] : [];
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${kept.map(written).join('')}</Relationships>`,
  );
};

/** The text of a part in UTF-8, the only encoding that Word writes. */
export const utf8 = (content: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    return rejectFile(rejectionMessages.unreadable, cause);
  }
};

/** The relationships of a part, as LibreOffice reads them. */
export const relationshipsIn = (content: Buffer): readonly Relationship[] =>
  [...readXml(utf8(content))].flatMap((token) =>
    token.kind === 'start' && localName(token.name) === 'Relationship'
      ? [Object.fromEntries(relationshipKeys.map((key) => [key, token.attributes.get(key)]))]
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
