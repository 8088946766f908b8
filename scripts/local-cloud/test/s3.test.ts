import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { withFixture } from './fixture.ts';

const fixture = withFixture();
const admin = () => new S3Client(fixture().settings);
const worker = () => new S3Client(fixture().asWorker);
const Bucket = () => fixture().names.uploads;

const put = (Key: string, Body: string | Buffer, more: object = {}) =>
  admin().send(new PutObjectCommand({ Bucket: Bucket(), Key, Body, ...more }));
const read = async (Key: string) =>
  (await admin().send(new GetObjectCommand({ Bucket: Bucket(), Key }))).Body?.transformToString();

interface Upload {
  readonly Key?: string;
  readonly Conditions?: Parameters<typeof createPresignedPost>[1]['Conditions'];
  readonly Fields?: Record<string, string>;
  readonly Expires?: number;
  readonly size?: number;
  readonly change?: (fields: Record<string, string>) => Record<string, string>;
  readonly client?: S3Client;
}

/** Posts a form as a browser would, with the changes of a dishonest client. */
async function post({
  Key = 'uploads/me/file',
  Conditions = [],
  Fields,
  Expires = 60,
  size = 10,
  change = (same) => same,
  client = worker(),
}: Upload = {}) {
  const { url, fields } = await createPresignedPost(client, {
    Bucket: Bucket(),
    Key,
    Conditions,
    Expires,
    ...(Fields && { Fields }),
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(change({ ...fields }))) form.append(name, value);
  form.append('file', new Blob([Buffer.alloc(size, 'x')]), 'secret name.pdf');
  const reply = await fetch(url, { method: 'POST', body: form, headers: { origin: 'https://site.example' } });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

describe('S3 objects', () => {
  it('are returned with their bytes and headers', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256));
    await put('deep/ä ö+%.bin', bytes, {
      ContentType: 'image/png',
      ContentDisposition: 'inline',
      Metadata: { who: 'me' },
    });
    const found = await admin().send(new GetObjectCommand({ Bucket: Bucket(), Key: 'deep/ä ö+%.bin' }));
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? [])).toEqual(bytes);
    expect(found).toMatchObject({
      ContentType: 'image/png',
      ContentDisposition: 'inline',
      ContentLength: 70_000,
      Metadata: { who: 'me' },
    });
  });

  it('are reported missing to roles that may list, and forbidden to others', async () => {
    await expect(read('nothing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    const head = (client: S3Client) =>
      client.send(new HeadObjectCommand({ Bucket: Bucket(), Key: 'nothing' }));
    await expect(head(admin())).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
    await expect(head(worker())).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });

  it('are put only if missing with If-None-Match', async () => {
    await put('once', '1', { IfNoneMatch: '*' });
    await expect(put('once', '2', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    expect(await read('once')).toBe('1');
  });
});

describe('S3 multipart uploads', () => {
  const large = Buffer.alloc(5 * 1024 * 1024, 'x');

  /** Begins an upload. Its calls are those of the SDK, with the checksums that the SDK adds. */
  async function upload(Key: string, client = admin(), options: object = { ChecksumAlgorithm: 'CRC32' }) {
    const begun = await client.send(
      new CreateMultipartUploadCommand({
        ...{ Bucket: Bucket(), Key, ContentType: 'application/zip' },
        ...options,
      }),
    );
    const own = { Bucket: Bucket(), Key, UploadId: begun.UploadId };
    const send = async (PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
      const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand({ ...own, PartNumber, Body }));
      return { ETag, ChecksumCRC32, PartNumber };
    };
    const complete = (Parts: CompletedPart[]) =>
      client.send(new CompleteMultipartUploadCommand({ ...own, MultipartUpload: { Parts } }));
    const abort = () => client.send(new AbortMultipartUploadCommand(own));
    return { send, complete, abort };
  }

  it('join their parts in order, also if a part was sent twice', async () => {
    const { send, complete } = await upload('joined');
    const last = await send(2, Buffer.from('end'));
    await send(1, Buffer.from('wrong'));
    await complete([await send(1, large), last]);
    const found = await admin().send(new GetObjectCommand({ Bucket: Bucket(), Key: 'joined' }));
    expect(found).toMatchObject({ ContentType: 'application/zip', ETag: expect.stringMatching(/-2"$/) });
    const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([large, Buffer.from('end')]))).toBe(true);
  });

  it('are rejected with unknown, unordered, small or unchecked parts', async () => {
    const { send, complete } = await upload('rejected');
    const [first, second] = [await send(1, Buffer.from('small')), await send(2, Buffer.from('end'))];
    const name = (parts: CompletedPart[]) => complete(parts).catch((error: Error) => error.name);
    expect(await name([first, second])).toBe('EntityTooSmall');
    expect(await name([second, first])).toBe('InvalidPartOrder');
    expect(await name([{ ...first, ETag: second.ETag }])).toBe('InvalidPart');
    expect(await name([{ ...first, ChecksumCRC32: undefined }])).toBe('InvalidRequest');
    const unchecked = await upload('unchecked', admin(), {});
    await expect(unchecked.send(1, large)).rejects.toMatchObject({ name: 'InvalidRequest' });
  });
});

describe('S3 signatures', () => {
  it('are rejected when missing or made with a wrong secret', async () => {
    expect((await fetch(`${fixture().cloud.url}/${Bucket()}/range`)).status).toBe(403);
    const { settings } = fixture();
    const wrongSecret = new S3Client({
      ...settings,
      credentials: { ...settings.credentials, secretAccessKey: 'guessed' },
    });
    await expect(wrongSecret.send(new ListObjectsV2Command({ Bucket: Bucket() }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
  });

  it('allow a presigned link with its overrides, and no variation of it', async () => {
    await put('linked', 'text');
    const url = await getSignedUrl(
      admin(),
      new GetObjectCommand({
        Bucket: Bucket(),
        Key: 'linked',
        ResponseContentDisposition: 'attachment; filename="a b.pdf"',
      }),
      { expiresIn: 60 },
    );
    const found = await fetch(url);
    expect([found.status, await found.text(), found.headers.get('content-disposition')]).toEqual([
      200,
      'text',
      'attachment; filename="a b.pdf"',
    ]);
    expect((await fetch(url.replace('linked', 'range'))).status).toBe(403);
    expect((await fetch(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).status).toBe(403);
  });

  it('reject a presigned link after it expired', async () => {
    await put('late', 'text');
    const command = new GetObjectCommand({ Bucket: Bucket(), Key: 'late' });
    const url = await getSignedUrl(admin(), command, {
      expiresIn: 60,
      signingDate: new Date(Date.now() - 120_000),
    });
    const found = await fetch(url);
    expect([found.status, await found.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  });
});

describe('S3 form uploads', () => {
  it('reject a file that is too large or too small', async () => {
    const Conditions: Upload['Conditions'] = [['content-length-range', 5, 20]];
    expect(await post({ Conditions, size: 21 })).toMatchObject({
      status: 400,
      text: expect.stringContaining('EntityTooLarge'),
    });
    expect(await post({ Conditions, size: 4 })).toMatchObject({
      status: 400,
      text: expect.stringContaining('EntityTooSmall'),
    });
  });

  it('reject another key, an added field, a changed policy and an expired form', async () => {
    const refused = { status: 403 };
    expect(await post({ change: (fields) => ({ ...fields, key: 'uploads/you/file' }) })).toMatchObject(
      refused,
    );
    expect(await post({ change: (fields) => ({ ...fields, acl: 'public-read' }) })).toMatchObject(refused);
    const loose = Buffer.from(
      JSON.stringify({ expiration: '2099-01-01T00:00:00Z', conditions: [] }),
    ).toString('base64');
    expect(await post({ change: (fields) => ({ ...fields, Policy: loose }) })).toMatchObject(refused);
    expect(await post({ Expires: -10 })).toMatchObject(refused);
  });

  it('reject a form without a policy, and one signed by a role without permission to put', async () => {
    expect(await post({ change: ({ key = '' }) => ({ key }) })).toMatchObject({ status: 403 });
    expect(await post({ Key: 'elsewhere/file' })).toMatchObject({
      status: 403,
      text: expect.stringContaining('s3:PutObject'),
    });
  });

  it('let the origins of the template read the response, and no other', async () => {
    const { headers } = await post();
    expect(headers.get('access-control-allow-origin')).toBe('https://site.example');
    const ask = (origin: string) =>
      fetch(`${fixture().cloud.url}/${Bucket()}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    expect((await ask('https://site.example')).status).toBe(200);
    expect((await ask('https://other.example')).status).toBe(403);
  });
});
