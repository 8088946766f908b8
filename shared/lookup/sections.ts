/** The section of an index: an array of the narrowest type that fits its numbers. */
export type NumberArray = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * The sections of an index, in file order. A document is one name of a record: its title or an alias.
 * Documents are sorted by that name.
 */
const sectionNames = [
  'lines', // record -> where its line begins in `text`
  'text', // the lines
  'wordsAt', // word -> where it begins in `words`
  'words', // every word once, sorted by its bytes
  'documentsAt', // word -> where its documents begin in `documents`
  'documents',
  'ownWordsAt', // document -> where its words begin in `ownWords`
  'ownWords',
  'titleWords', // document -> how many of its words are of its name; they come first, in order
  'shortForms', // document -> how many short forms of its name follow them
  'spellings', // document -> how many other spellings of words of its name follow those
  'recordOf', // document -> its record
  'aliasOf', // document -> 0 for the title, n for the record's n-th alias
  'sizeRank', // document -> 0 for the largest records, more for smaller ones
] as const;
type SectionName = (typeof sectionNames)[number];
export type Sections = Readonly<Record<SectionName, NumberArray>>;

const magic = 0x33554c4d; // 'MLU3' as a little-endian number, the byte order of all our machines
const arrays = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
const paddedLength = (bytes: number) => (bytes + 3) & ~3;
const headerBytes = 4 + sectionNames.length * 8;

/**
 * The index as one file: a magic number, the element width and length of each section, then the sections,
 * each aligned to four bytes.
 */
export function joinSections(sections: Sections): Uint8Array<ArrayBuffer> {
  const all = sectionNames.map((part) => sections[part]);
  const file = new Uint8Array(
    all.reduce((sum, { byteLength }) => sum + paddedLength(byteLength), headerBytes),
  );
  const header = new Uint32Array(file.buffer, 0, headerBytes / 4);
  header[0] = magic;
  let at = headerBytes;
  for (const [index, part] of all.entries()) {
    header.set([part.BYTES_PER_ELEMENT, part.length], 1 + index * 2);
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += paddedLength(part.byteLength);
  }
  return file;
}

/** The sections as views of the file: nothing is copied or parsed. */
export function splitSections(file: Uint8Array<ArrayBuffer>): Sections {
  const { buffer, byteOffset } = file;
  const header = new Uint32Array(buffer, byteOffset, headerBytes / 4);
  if (header[0] !== magic) throw new Error('The file is not a look-up index.');
  let at = byteOffset + headerBytes;
  const split = sectionNames.map((part, index) => {
    const [width, length] = [header[1 + index * 2] as keyof typeof arrays, header[2 + index * 2] ?? 0];
    const numbers = new arrays[width](buffer, at, length);
    at += paddedLength(numbers.byteLength);
    return [part, numbers] as const;
  });
  return Object.fromEntries(split) as Record<SectionName, NumberArray>;
}
