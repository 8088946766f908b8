import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ObjectVersion,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Place } from './place.ts';
import type { Ask, Result } from './step.ts';

export interface Copy {
  readonly key: string;
  readonly version: string | undefined;
  /** The version of the document from which it was made. */
  readonly from: ObjectVersion;
}

/**
 * The document part of the restore test. It copies a version next to the live documents, under a key that no
 * function reads.
 */
export class DocumentRestoreTest {
  readonly #place: Place;
  readonly #client: S3Client;
  readonly #key: string;

  constructor(place: Place, stamp: string) {
    this.#place = place;
    this.#client = new S3Client({ ...place.client, forcePathStyle: place.isLocal });
    this.#key = `drill/${stamp}.pdf`;
  }

  /** A deleted or replaced version, if there is one, because an operator would restore such a version. */
  async #find(ask: Ask): Promise<ObjectVersion | undefined> {
    const { Versions = [] } = await ask('s3:ListBucketVersions', () =>
      this.#client.send(
        new ListObjectVersionsCommand({ Bucket: this.#place.documents, Prefix: 'documents/' }),
      ),
    );
    return Versions.find(({ IsLatest }) => IsLatest === false) ?? Versions[0];
  }

  async restore(ask: Ask): Promise<Result<Copy>> {
    const from = await this.#find(ask);
    if (from === undefined) return { outcome: 'skipped', detail: 'nobody has uploaded a document yet' };
    const Bucket = this.#place.documents;
    const source = `${Bucket}/${encodeURI(from.Key ?? '')}?versionId=${from.VersionId}`;
    const { VersionId } = await ask('s3:GetObjectVersion and s3:PutObject', () =>
      this.#client.send(new CopyObjectCommand({ Bucket, Key: this.#key, CopySource: source })),
    );
    const kind = from.IsLatest ? 'a document that is in use' : 'a document that was deleted or replaced';
    return { outcome: 'ok', detail: kind, value: { key: this.#key, version: VersionId, from } };
  }

  async compare(ask: Ask, { key, from }: Copy): Promise<Result<never>> {
    const original = await this.#hash(ask, 's3:GetObjectVersion', from.Key ?? '', from.VersionId);
    const restored = await this.#hash(ask, 's3:GetObject', key);
    const detail = `${restored.size} bytes`;
    if (original.hash === restored.hash) return { outcome: 'ok', detail: `${detail}, the same as before` };
    return {
      outcome: 'failed',
      detail: `${detail}, and ${original.size} before`,
      remedy: `Compare s3://${this.#place.documents}/${key} with its original.`,
    };
  }

  async #hash(ask: Ask, permission: string, Key: string, VersionId?: string) {
    const bytes = await ask(permission, async () => {
      const command = new GetObjectCommand({ Bucket: this.#place.documents, Key, VersionId });
      const { Body } = await this.#client.send(command);
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    });
    return { size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') };
  }

  async delete(ask: Ask, { key, version }: Copy): Promise<Result<never>> {
    await ask('s3:DeleteObjectVersion', () =>
      this.#client.send(
        new DeleteObjectCommand({ Bucket: this.#place.documents, Key: key, VersionId: version }),
      ),
    );
    return { outcome: 'ok', detail: key };
  }

  deletion({ key, version }: Copy) {
    return `aws s3api delete-object --bucket ${this.#place.documents} --key ${key} --version-id ${version}`;
  }
}
