import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { rejectFile, rejectionMessages } from './rejections.ts';

/** One file of an archive, still compressed. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly checksum: number;
  readonly packed: Buffer;
}

const limits = { entries: 1_000, all: 64 << 20, part: 16 << 20 };
const endLength = 22;
const localLength = 30;
const centralLength = 46;
const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };

/** Reads the directory of an archive without extracting anything. Rejects zip bombs and unusual archives. */
export const readZip = (zip: Buffer): readonly ZipEntry[] => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + endLength > zip.length) return rejectFile(rejectionMessages.unreadable);
  const count = zip.readUInt16LE(end + 10);
  if (count > limits.entries) rejectFile(rejectionMessages.tooComplex);
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const { entry, length } = readEntry(zip, at);
    entries.push(entry);
    at += length;
  }
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size !== entries.length) rejectFile(rejectionMessages.unreadable);
  if (entries.reduce((sum, { size }) => sum + size, 0) > limits.all) rejectFile(rejectionMessages.tooComplex);
  return entries;
};

const readEntry = (zip: Buffer, at: number) => {
  if (at + centralLength > zip.length || zip.readUInt32LE(at) !== signature.central)
    return rejectFile(rejectionMessages.unreadable);
  const encrypted = (zip.readUInt16LE(at + 8) & 1) === 1;
  const method = zip.readUInt16LE(at + 10);
  if (encrypted || (method !== 0 && method !== 8)) rejectFile(rejectionMessages.unreadable);
  const nameEnd = at + centralLength + zip.readUInt16LE(at + 28);
  const entry: ZipEntry = {
    name: zip.toString('utf8', at + centralLength, nameEnd),
    method,
    checksum: zip.readUInt32LE(at + 16),
    size: zip.readUInt32LE(at + 24),
    packed: packedAt(zip, zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 20)),
  };
  return { entry, length: nameEnd - at + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32) };
};

const packedAt = (zip: Buffer, at: number, length: number) => {
  if (at + localLength > zip.length || zip.readUInt32LE(at) !== signature.local)
    return rejectFile(rejectionMessages.unreadable);
  const start = at + localLength + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (start + length > zip.length) rejectFile(rejectionMessages.unreadable);
  return zip.subarray(start, start + length);
};

/** Extracts one file. Rejects it if it is larger than a document part may be, or not as large as declared. */
export const extractEntry = ({ method, size, packed, checksum }: ZipEntry): Buffer => {
  if (size > limits.part) return rejectFile(rejectionMessages.tooComplex);
  const content = method === 0 ? packed : inflate(packed, size);
  if (content.length !== size || crc32(content) !== checksum) rejectFile(rejectionMessages.unreadable);
  return content;
};

const inflate = (packed: Buffer, size: number) => {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    return rejectFile(rejectionMessages.unreadable, cause);
  }
};

/** The same file with other content. */
export const replaceContent = ({ name }: ZipEntry, content: Buffer): ZipEntry => ({
  name,
  method: 8,
  size: content.length,
  checksum: crc32(content),
  packed: deflateRawSync(content),
});

/** Writes an archive that contains these files and nothing before, between or after them. */
export const writeZip = (entries: readonly ZipEntry[]): Buffer => {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const local = Buffer.concat([header(signature.local, localLength, entry, 4), name, entry.packed]);
    const central = header(signature.central, centralLength, entry, 6);
    central.writeUInt16LE(20, 4);
    central.writeUInt32LE(at, 42);
    locals.push(local);
    centrals.push(central, name);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  return Buffer.concat([...locals, directory, endOf(entries.length, directory.length, at)]);
};

/** The local and the central header hold the same fields, the central one two bytes later. */
const header = (mark: number, length: number, entry: ZipEntry, at: number) => {
  const bytes = Buffer.alloc(length);
  const utf8 = 1 << 11;
  bytes.writeUInt32LE(mark, 0);
  bytes.writeUInt16LE(20, at);
  bytes.writeUInt16LE(utf8, at + 2);
  bytes.writeUInt16LE(entry.method, at + 4);
  bytes.writeUInt16LE(0x21, at + 8);
  bytes.writeUInt32LE(entry.checksum, at + 10);
  bytes.writeUInt32LE(entry.packed.length, at + 14);
  bytes.writeUInt32LE(entry.size, at + 18);
  bytes.writeUInt16LE(Buffer.byteLength(entry.name), at + 22);
  return bytes;
};

const endOf = (count: number, size: number, at: number) => {
  const bytes = Buffer.alloc(endLength);
  bytes.writeUInt32LE(signature.end, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
};
