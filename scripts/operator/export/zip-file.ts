import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

// ZIP format of PKWARE's APPNOTE, without compression: PDFs are already compressed. The extensions for more
// than 65,535 files or 4 GB are omitted, because parts never reach these limits.

/** The first version with folders, which every program can read. */
const version = 20;
/** Names are UTF-8. */
const flags = 0x0800;
const stored = 0;
/** Upper limit of the bytes that the format adds per file. */
export const overhead = 256;
/** Files in one part. The format counts them in two bytes. */
export const maxFiles = 60_000;

/** Date and time of a file in DOS format: UTC, with a precision of two seconds. */
function dosTime(at: Date): readonly [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [time, date];
}

/** Little-endian numbers, each with its length in bytes. */
function record(...fields: readonly (readonly [number: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    fields.map(([number, bytes]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(number, 0, bytes);
      return field;
    }),
  );
}

export class ZipFile {
  readonly #file: FileHandle;
  readonly #directory: Buffer[] = [];
  #length = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<ZipFile> {
    return new ZipFile(await open(path, 'w', 0o600));
  }

  get length(): number {
    return this.#length;
  }
  get files(): number {
    return this.#directory.length;
  }

  async add(fileName: string, bytes: Uint8Array, at: Date): Promise<void> {
    const name = Buffer.from(fileName);
    const [time, date] = dosTime(at);
    const facts = record(
      ...([
        [version, 2],
        [flags, 2],
        [stored, 2],
        [time, 2],
        [date, 2],
      ] as const),
      ...([
        [crc32(bytes), 4],
        [bytes.length, 4],
        [bytes.length, 4],
        [name.length, 2],
        [0, 2],
      ] as const),
    );
    const entry = record([0x02014b50, 4], [version, 2]);
    const place = record([0, 2], [0, 2], [0, 2], [0, 4], [this.#length, 4]);
    this.#directory.push(Buffer.concat([entry, facts, place, name]));
    await this.#write(Buffer.concat([record([0x04034b50, 4]), facts, name]));
    await this.#write(bytes);
  }

  /** Writes the central directory, which every program needs to open the file. */
  async close(): Promise<void> {
    const start = this.#length;
    const count = this.#directory.length;
    await this.#write(Buffer.concat(this.#directory));
    const size = this.#length - start;
    await this.#write(
      record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [start, 4], [0, 2]),
    );
    await this.#file.sync();
    await this.#file.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.write(bytes, 0, bytes.length, this.#length);
    this.#length += bytes.length;
  }
}
