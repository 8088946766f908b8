import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../http.ts';

/** S3 accepts a smaller part only as the last one. */
const minPartSize = 5 * 1024 * 1024;
const maxPartNumber = 10_000;

interface Part {
  readonly file: string;
  readonly size: number;
  readonly md5: Buffer;
  readonly checksum: string | undefined;
}

interface Upload {
  readonly key: string;
  readonly begunAt: number;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the completion has to repeat the checksum of each part. */
  readonly hasChecksums: boolean;
  readonly parts: Map<number, Part>;
}

/** A part as the completion of an upload names it. */
interface NamedPart {
  readonly number: number;
  readonly etag: string;
  readonly checksum: string | undefined;
}

/** The content of a completed upload. */
interface Completed {
  readonly data: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

const tag = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1];

const namedParts = (xml: string): readonly NamedPart[] =>
  [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(tag(part, 'PartNumber')),
    etag: (tag(part, 'ETag') ?? '').replaceAll(/"|&quot;|&#34;/g, ''),
    checksum: tag(part, 'ChecksumCRC32'),
  }));

/**
 * The unfinished multipart uploads of one bucket. Their parts are on disk. They do not survive a restart: the
 * uploader then gets NoSuchUpload, as for an upload that was aborted.
 */
export class Multipart {
  readonly #folder: string;
  readonly #uploads = new Map<string, Upload>();

  constructor(folder: string) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
  }

  create(key: string, headers: Readonly<Record<string, string>>, hasChecksums: boolean): string {
    const id = crypto.randomUUID();
    this.#uploads.set(id, { key, begunAt: Date.now(), headers, hasChecksums, parts: new Map() });
    return id;
  }

  #find(key: string, id: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload?.key !== key)
      throw new ServiceError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
    return upload;
  }

  /** Stores a part and returns its ETag. A part that is sent again replaces the earlier one. */
  put(key: string, id: string, number: number, data: Buffer, checksum: string | undefined): string {
    const { parts, hasChecksums } = this.#find(key, id);
    if (!(Number.isInteger(number) && number >= 1 && number <= maxPartNumber))
      throw new ServiceError('InvalidArgument', `Part number must be between 1 and ${maxPartNumber}`);
    if (checksum !== undefined && !hasChecksums)
      throw new ServiceError('InvalidRequest', 'The upload was begun without a checksum algorithm.');
    const md5 = createHash('md5').update(data).digest();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, `${id}.${number}`);
    writeFileSync(file, data, { mode: 0o600 });
    parts.set(number, { file, size: data.length, md5, checksum });
    return `"${md5.toString('hex')}"`;
  }

  /** Joins the parts that the request names, in their order, and ends the upload. */
  complete(key: string, id: string, xml: string): Completed {
    const { headers, hasChecksums, parts } = this.#find(key, id);
    const named = namedParts(xml);
    if (named.length === 0) throw new ServiceError('MalformedXML', 'The request names no part.');
    if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0)))
      throw new ServiceError('InvalidPartOrder', 'The list of parts was not in ascending order.');
    const found = named.map(({ number, etag, checksum }) => {
      const part = parts.get(number);
      if (part === undefined || part.md5.toString('hex') !== etag)
        throw new ServiceError('InvalidPart', 'One or more of the specified parts could not be found.');
      if (hasChecksums && (checksum === undefined || checksum !== part.checksum))
        throw new ServiceError('InvalidRequest', `The checksum of part ${number} is missing or different.`);
      return part;
    });
    if (found.slice(0, -1).some(({ size }) => size < minPartSize))
      throw new ServiceError('EntityTooSmall', 'A part is smaller than the minimum allowed size.');
    const data = Buffer.concat(found.map(({ file }) => readFileSync(file)));
    const digest = createHash('md5').update(Buffer.concat(found.map(({ md5 }) => md5)));
    this.abort(key, id);
    return { data, headers, etag: `"${digest.digest('hex')}-${found.length}"` };
  }

  abort(key: string, id: string): void {
    for (const { file } of this.#find(key, id).parts.values()) rmSync(file, { force: true });
    this.#uploads.delete(id);
  }

  /** Aborts uploads that began before a time. */
  abortBefore(time: number): void {
    for (const [id, { key, begunAt }] of this.#uploads) if (begunAt < time) this.abort(key, id);
  }
}
