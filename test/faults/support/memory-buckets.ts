type Objects = ReadonlyMap<string, Uint8Array>;

interface Input {
  readonly Bucket?: string;
  readonly Key?: string;
  readonly Body?: Uint8Array;
  readonly Range?: string;
  readonly IfNoneMatch?: string;
  readonly Prefix?: string;
  readonly Delete?: { readonly Objects: readonly { readonly Key: string }[] };
}

const missing = () => Object.assign(new Error('The specified key does not exist.'), { name: 'NoSuchKey' });

/** Buckets in which each object has one version. */
export class MemoryBuckets {
  #objects: Map<string, Uint8Array>;

  constructor(objects: Objects = new Map()) {
    this.#objects = new Map(objects);
  }

  copy(): MemoryBuckets {
    return new MemoryBuckets(this.#objects);
  }

  put(bucket: string, key: string, bytes: Uint8Array): void {
    this.#objects.set(`${bucket}/${key}`, bytes);
  }

  get(bucket: string, key: string): Uint8Array | undefined {
    return this.#objects.get(`${bucket}/${key}`);
  }

  /** The objects of a bucket by their keys. */
  in(bucket: string): readonly (readonly [key: string, bytes: Uint8Array])[] {
    return [...this.#objects]
      .filter(([key]) => key.startsWith(`${bucket}/`))
      .map(([key, bytes]) => [key.slice(bucket.length + 1), bytes]);
  }

  serve(operation: string, input: Input): object {
    const { Bucket = '', Key = '' } = input;
    switch (operation) {
      case 'PutObjectCommand':
        if (input.IfNoneMatch === '*' && this.get(Bucket, Key) !== undefined)
          throw Object.assign(new Error(`${Key} is there already.`), { name: 'PreconditionFailed' });
        this.put(Bucket, Key, input.Body ?? new Uint8Array());
        return {};
      case 'GetObjectCommand':
        return this.#read(input);
      case 'DeleteObjectCommand':
        this.#objects.delete(`${Bucket}/${Key}`);
        return {};
      case 'DeleteObjectsCommand':
        for (const each of input.Delete?.Objects ?? []) this.#objects.delete(`${Bucket}/${each.Key}`);
        return {};
      case 'ListObjectVersionsCommand':
        return { IsTruncated: false, Versions: this.#versions(input) };
      default:
        throw new Error(`The buckets in memory do not serve ${operation}.`);
    }
  }

  #versions({ Bucket = '', Prefix = '' }: Input) {
    return this.in(Bucket)
      .filter(([key]) => key.startsWith(Prefix))
      .map(([Key]) => ({ Key, VersionId: 'null' }));
  }

  #read({ Bucket = '', Key = '', Range }: Input) {
    const bytes = this.get(Bucket, Key);
    if (bytes === undefined) throw missing();
    const last = Number(/bytes=0-(\d+)/.exec(Range ?? '')?.[1] ?? bytes.length - 1);
    return {
      ContentRange: `bytes 0-${last}/${bytes.length}`,
      Body: { transformToByteArray: async () => bytes.subarray(0, last + 1) },
    };
  }
}
