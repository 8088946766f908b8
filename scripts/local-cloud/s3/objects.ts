import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../files.ts';
import { ServiceError } from '../http.ts';

/** Metadata of one version of an object. `headers` are those of a GET response. */
export interface ObjectInfo {
  readonly key: string;
  /** `null`, as in S3, if the bucket has no versioning. */
  readonly version: string;
  /** Larger for newer versions. */
  readonly order: number;
  /** True for a delete marker, which has no bytes. */
  readonly isMarker: boolean;
  readonly size: number;
  readonly etag: string;
  readonly modified: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const nameOf = (key: string) => createHash('sha256').update(key).digest('hex');

const noVersion = 'null';

export const noSuchKey = () => new ServiceError('NoSuchKey', 'The specified key does not exist.', 404);

type Content = Pick<ObjectInfo, 'isMarker' | 'size' | 'etag' | 'headers' | 'body'>;

const marker: Content = { isMarker: true, size: 0, etag: '', headers: {}, body: '' };

/** Newest first. */
const byAge = (one: ObjectInfo, other: ObjectInfo) => other.order - one.order;
const byKey = (one: ObjectInfo, other: ObjectInfo) => (one.key < other.key ? -1 : 1);

/**
 * The objects of one bucket on disk, with earlier versions if the bucket has versioning. The bytes are
 * written first, then the record. Renaming the record creates the object atomically, even if the process is
 * killed.
 */
export class Objects {
  readonly #folder: string;
  readonly #isVersioned: boolean;
  /** The versions of each key, the newest first. */
  readonly #versions = new Map<string, readonly ObjectInfo[]>();
  #order = 0;

  constructor(folder: string, isVersioned = false) {
    this.#folder = folder;
    this.#isVersioned = isVersioned;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
      this.#remember(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    }
  }

  #file(name: string) {
    return join(this.#folder, name);
  }

  #record({ key, version }: ObjectInfo) {
    return this.#file(`${nameOf(key)}${version === noVersion ? '' : `.${version}`}.json`);
  }

  #remember(info: ObjectInfo) {
    const others = this.versionsOf(info.key).filter(({ version }) => version !== info.version);
    this.#versions.set(info.key, [...others, info].sort(byAge));
    this.#order = Math.max(this.#order, info.order);
  }

  #add(key: string, content: Content): ObjectInfo {
    const version = this.#isVersioned ? crypto.randomUUID() : noVersion;
    const before = this.findVersion(key, version);
    const info = { key, version, order: this.#order + 1, modified: new Date().toISOString(), ...content };
    writeAtomically(this.#record(info), JSON.stringify(info));
    this.#remember(info);
    if (before !== undefined) this.#removeBody(before);
    return info;
  }

  #removeBody({ body }: ObjectInfo) {
    if (body !== '') rmSync(this.#file(body), { force: true });
  }

  /** The versions of a key, the newest first. */
  versionsOf(key: string): readonly ObjectInfo[] {
    return this.#versions.get(key) ?? [];
  }

  find(key: string): ObjectInfo | undefined {
    const newest = this.versionsOf(key)[0];
    return newest?.isMarker ? undefined : newest;
  }

  findVersion(key: string, version: string): ObjectInfo | undefined {
    return this.versionsOf(key).find((each) => each.version === version);
  }

  head(key: string): ObjectInfo {
    const info = this.find(key);
    if (info === undefined) throw noSuchKey();
    return info;
  }

  keys(prefix = ''): readonly string[] {
    return [...this.#versions.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  list(prefix = ''): readonly ObjectInfo[] {
    return this.keys(prefix)
      .flatMap((key) => this.find(key) ?? [])
      .sort(byKey);
  }

  put(
    key: string,
    data: Buffer,
    headers: Readonly<Record<string, string>>,
    durable = true,
    etag = `"${createHash('md5').update(data).digest('hex')}"`,
  ): ObjectInfo {
    const body = `${nameOf(key)}.${crypto.randomUUID()}.body`;
    writeFileSync(this.#file(body), data, { mode: 0o600, flush: durable });
    return this.#add(key, { isMarker: false, size: data.length, etag, headers, body });
  }

  /** Deletes an object. With versioning, adds and returns a delete marker. */
  remove(key: string): ObjectInfo | undefined {
    if (this.#isVersioned) return this.#add(key, marker);
    this.removeVersion(key, noVersion);
    return undefined;
  }

  removeVersion(key: string, version: string) {
    const info = this.findVersion(key, version);
    if (info === undefined) return;
    rmSync(this.#record(info), { force: true });
    const others = this.versionsOf(key).filter((each) => each !== info);
    if (others.length > 0) this.#versions.set(key, others);
    else this.#versions.delete(key);
    this.#removeBody(info);
  }

  read({ body }: ObjectInfo): Buffer {
    const file = this.#file(body);
    if (!existsSync(file)) throw noSuchKey();
    return readFileSync(file);
  }

  /** Opens the file immediately, because the object may be deleted before the first byte is read. */
  stream({ body }: ObjectInfo, start: number, end: number) {
    const file = this.#file(body);
    if (!existsSync(file)) throw noSuchKey();
    return createReadStream(file, { start, end, fd: openSync(file, 'r') });
  }
}
