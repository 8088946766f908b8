/** Numbers as they lie in a pack: as narrow as they can be. */
export type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * The parts of a pack, in the order in which they lie. Documents are places in the order of their titles.
 */
const parts = [
  'lines', // document -> where its line begins in `text`
  'text', // the lines
  'wordsAt', // word -> where it begins in `words`
  'words', // every word once, sorted by its bytes
  'documentsAt', // word -> where its documents begin in `documents`
  'documents',
  'ownWordsAt', // document -> where its words begin in `ownWords`
  'ownWords',
  'titleWords', // document -> how many of its words are its title's, which come first and in order
] as const;
type Part = (typeof parts)[number];
export type Sections = Readonly<Record<Part, Numbers>>;

const magic = 0x31554c4d; // 'MLU1' as a little-endian number, which is what every machine of ours writes
const arrays = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
const padded = (bytes: number) => (bytes + 3) & ~3;
const headerBytes = 4 + parts.length * 8;

/** One file: a mark, width and length of each part, and the parts, each at a multiple of four. */
export function joinSections(sections: Sections): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) => sections[part]);
  const file = new Uint8Array(all.reduce((sum, { byteLength }) => sum + padded(byteLength), headerBytes));
  const header = new Uint32Array(file.buffer, 0, headerBytes / 4);
  header[0] = magic;
  let at = headerBytes;
  for (const [index, part] of all.entries()) {
    header.set([part.BYTES_PER_ELEMENT, part.length], 1 + index * 2);
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += padded(part.byteLength);
  }
  return file;
}

/** The parts of a file as they lie in memory: nothing is copied and nothing is parsed. */
export function splitSections(file: Uint8Array<ArrayBuffer>): Sections {
  const { buffer, byteOffset } = file;
  const header = new Uint32Array(buffer, byteOffset, headerBytes / 4);
  if (header[0] !== magic) throw new Error('This is no pack of look-ups.');
  let at = byteOffset + headerBytes;
  const split = parts.map((part, index) => {
    const [width, length] = [header[1 + index * 2] as keyof typeof arrays, header[2 + index * 2] ?? 0];
    const numbers = new arrays[width](buffer, at, length);
    at += padded(numbers.byteLength);
    return [part, numbers] as const;
  });
  return Object.fromEntries(split) as Record<Part, Numbers>;
}
