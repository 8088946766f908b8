import { crc32 } from 'node:zlib';
import { type UnzipFileFilter, unzipSync, zipSync } from 'fflate';
import { RejectedFile, rejectFile, rejectionMessages } from './rejections.ts';

/** The files of an archive by their names. */
export type Parts = Readonly<Record<string, Uint8Array>>;

const limits = { entries: 1_000, all: 64 << 20, part: 16 << 20 };
const signature = { local: 0x04034b50, central: 0x02014b50, end: Buffer.from('PK\x05\x06') };
const endLength = 22;
const centralLength = 46;

/** Extracts an archive. Rejects zip bombs and archives that another program could read differently. */
export const unzip = (zip: Buffer): Parts => {
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
