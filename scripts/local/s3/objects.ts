import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files.ts';
import { ServiceError } from '../http.ts';

/** What is known about an object beside its bytes. Headers are those that a reader gets back. */
export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly modified: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const nameOf = (key: string) => createHash('sha256').update(key).digest('hex');

export const noSuchKey = () => new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);

/**
 * The objects of one bucket on disk. The bytes are written first, then the record that names them: the record's
 * rename is the moment the object exists, whatever kills the process.
 */
export class Objects {
  readonly #folder: string;
  readonly #infos = new Map<string, ObjectInfo>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
      const info = JSON.parse(readFileSync(join(folder, name), 'utf8')) as ObjectInfo;
      this.#infos.set(info.key, info);
    }
  }

  #file(name: string) {
    return join(this.#folder, name);
  }

  find(key: string): ObjectInfo | undefined {
    return this.#infos.get(key);
  }

  head(key: string): ObjectInfo {
    const info = this.find(key);
    if (info === undefined) throw noSuchKey();
    return info;
  }

  list(prefix = ''): readonly ObjectInfo[] {
    const found = [...this.#infos.values()].filter((each) => each.key.startsWith(prefix));
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  put(key: string, data: Buffer, headers: Readonly<Record<string, string>>, durable = true): ObjectInfo {
    const before = this.find(key);
    const etag = `"${createHash('md5').update(data).digest('hex')}"`;
    const body = `${nameOf(key)}.${crypto.randomUUID()}.body`;
    const info = { key, size: data.length, etag, modified: new Date().toISOString(), headers, body };
    writeFileSync(this.#file(body), data, { mode: 0o600, flush: durable });
    writeWhole(this.#file(`${nameOf(key)}.json`), JSON.stringify(info));
    this.#infos.set(key, info);
    if (before !== undefined) rmSync(this.#file(before.body), { force: true });
    return info;
  }

  remove(key: string) {
    const info = this.find(key);
    if (info === undefined) return;
    rmSync(this.#file(`${nameOf(key)}.json`), { force: true });
    this.#infos.delete(key);
    rmSync(this.#file(info.body), { force: true });
  }

  read({ body }: ObjectInfo): Buffer {
    const file = this.#file(body);
    if (!existsSync(file)) throw noSuchKey();
    return readFileSync(file);
  }

  stream({ body }: ObjectInfo, start: number, end: number) {
    return createReadStream(this.#file(body), { start, end });
  }
}
