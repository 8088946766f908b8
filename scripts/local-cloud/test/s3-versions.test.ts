import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { applyLifecycle } from '../s3/lifecycle.ts';
import { Objects } from '../s3/objects.ts';
import { withFixture } from './fixture.ts';

const fixture = withFixture();
const admin = () => new S3Client(fixture().settings);
const worker = () => new S3Client(fixture().asWorker);
const Bucket = () => fixture().names.kept;

const put = (Key: string, Body: string) =>
  admin().send(new PutObjectCommand({ Bucket: Bucket(), Key, Body }));
const read = async (Key: string) =>
  (await admin().send(new GetObjectCommand({ Bucket: Bucket(), Key }))).Body?.transformToString();
const list = (Prefix: string, more: object = {}, client = admin()) =>
  client.send(new ListObjectVersionsCommand({ Bucket: Bucket(), Prefix, ...more }));

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/RetrievingObjectVersions.html
describe('an earlier version', () => {
  const version = (Key: string, VersionId: string | undefined, client = admin()) =>
    client.send(new GetObjectCommand({ Bucket: Bucket(), Key, VersionId }));

  it('can be read and copied by its id after it was replaced and deleted', async () => {
    const { VersionId } = await put('letter', 'first');
    await put('letter', 'second');
    const { VersionId: marker } = await admin().send(
      new DeleteObjectCommand({ Bucket: Bucket(), Key: 'letter' }),
    );
    const found = await version('letter', VersionId);
    expect([await found.Body?.transformToString(), found.VersionId]).toEqual(['first', VersionId]);
    const head = new HeadObjectCommand({ Bucket: Bucket(), Key: 'letter', VersionId });
    expect((await admin().send(head)).ContentLength).toBe(5);
    const CopySource = `${Bucket()}/letter?versionId=${VersionId}`;
    const copy = await admin().send(
      new CopyObjectCommand({ Bucket: Bucket(), Key: 'restored letter', CopySource }),
    );
    expect(copy).toMatchObject({ VersionId: expect.any(String), CopySourceVersionId: VersionId });
    expect(await read('restored letter')).toBe('first');
    await expect(version('letter', marker)).rejects.toMatchObject({ name: 'MethodNotAllowed' });
    await expect(version('letter', 'unknown')).rejects.toMatchObject({ name: 'NoSuchVersion' });
  });

  it('needs a separate permission', async () => {
    const { VersionId } = await put('hidden', 'text');
    await expect(version('hidden', VersionId, worker())).rejects.toMatchObject({
      ...{ name: 'AccessDenied', message: expect.stringContaining('s3:GetObjectVersion') },
    });
  });
});

describe('a versioned bucket', () => {
  it('returns the newest version, lists all of them, and hides them behind a delete marker', async () => {
    await put('essay', 'first');
    const { VersionId: second } = await put('essay', 'second');
    expect(await read('essay')).toBe('second');
    const { Versions = [] } = await list('essay');
    expect(Versions.map(({ IsLatest, Size }) => [IsLatest, Size])).toEqual([
      [true, 6],
      [false, 5],
    ]);
    expect(Versions[0]?.VersionId).toBe(second);
    const deleted = await admin().send(new DeleteObjectCommand({ Bucket: Bucket(), Key: 'essay' }));
    expect(deleted.DeleteMarker).toBe(true);
    await expect(read('essay')).rejects.toMatchObject({ name: 'NoSuchKey' });
    const current = await admin().send(new ListObjectsV2Command({ Bucket: Bucket(), Prefix: 'essay' }));
    expect(current.Contents).toBeUndefined();
    const after = await list('essay');
    expect(after.Versions).toHaveLength(2);
    expect(after.DeleteMarkers).toMatchObject([
      { Key: 'essay', IsLatest: true, VersionId: deleted.VersionId },
    ]);
  });

  it('restores an object when its delete marker is deleted', async () => {
    await put('back', 'bytes');
    const { VersionId } = await admin().send(new DeleteObjectCommand({ Bucket: Bucket(), Key: 'back' }));
    await admin().send(new DeleteObjectCommand({ Bucket: Bucket(), Key: 'back', VersionId }));
    expect(await read('back')).toBe('bytes');
  });

  it('deletes and lists for a role what its statements allow, and nothing else', async () => {
    await put('own/file', 'mine');
    await put('other/file', 'not mine');
    await expect(list('other/', {}, worker())).rejects.toThrow('s3:ListBucketVersions');
    await expect(list('', {}, worker())).rejects.toThrow('s3:ListBucketVersions');
    const versions = (await list('own/', {}, worker())).Versions ?? [];
    const others = (await list('other/')).Versions ?? [];
    const named = [...versions, ...others].map(({ Key, VersionId }) => ({ Key, VersionId }));
    const remove = (Objects: { Key: string | undefined; VersionId?: string | undefined }[]) =>
      worker().send(new DeleteObjectsCommand({ Bucket: Bucket(), Delete: { Objects } }));
    expect((await remove([{ Key: 'own/file' }])).Errors).toMatchObject([
      { Key: 'own/file', Code: 'AccessDenied', Message: expect.stringContaining('s3:DeleteObject on') },
    ]);
    const { Deleted, Errors } = await remove(named);
    expect(Deleted).toMatchObject([{ Key: 'own/file', VersionId: named[0]?.VersionId }]);
    expect(Errors).toMatchObject([{ Key: 'other/file', Code: 'AccessDenied' }]);
    await expect(read('own/file')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await list('own/')).Versions).toBeUndefined();
    expect(await read('other/file')).toBe('not mine');
  });
});

describe('the lifecycle of a versioned bucket', () => {
  const day = 86_400_000;
  const inDays = (days: number) => Date.now() + days * day;
  const rule = { prefix: '', days: undefined, noncurrentDays: 1, endsLoneMarkers: true };
  const objects = () => new Objects(mkdtempSync(join(tmpdir(), 'objects-')), true);

  it('removes versions a day after they were replaced, and then their delete marker', () => {
    const bucket = objects();
    bucket.put('essay', Buffer.from('first'), {});
    bucket.put('essay', Buffer.from('second'), {});
    applyLifecycle(bucket, rule, inDays(0.5));
    expect(bucket.versionsOf('essay')).toHaveLength(2);
    applyLifecycle(bucket, rule, inDays(1.5));
    expect(bucket.versionsOf('essay').map(({ size }) => size)).toEqual([6]);
    bucket.remove('essay');
    applyLifecycle(bucket, rule, inDays(1.5));
    expect(bucket.versionsOf('essay')).toEqual([]);
  });

  it('keep their order after a restart', () => {
    const folder = mkdtempSync(join(tmpdir(), 'objects-'));
    const before = new Objects(folder, true);
    for (const text of ['x', 'second', 'the third']) before.put('essay', Buffer.from(text), {});
    const after = new Objects(folder, true);
    expect(after.versionsOf('essay').map(({ size }) => size)).toEqual([9, 6, 1]);
    expect(after.read(after.head('essay')).toString()).toBe('the third');
  });
});
