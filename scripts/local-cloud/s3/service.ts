import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Request } from '../http.ts';
import { ServiceError } from '../http.ts';
import { denial, type Guard, type RequestedAction } from '../iam/guard.ts';
import type { Keys } from '../iam/keys.ts';
import { signerOf, signerOfPolicy } from '../iam/signature.ts';
import type { Context } from '../iam/statement.ts';
import type { Bucket } from './buckets.ts';
import { allowCors } from './cors.ts';
import { applyLifecycle } from './lifecycle.ts';
import { listObjects, listVersions } from './listings.ts';
import { Multipart } from './multipart.ts';
import { type ObjectInfo, Objects } from './objects.ts';
import { checkPostPolicy } from './post-policy.ts';
import { decodeChunks, escapeXml, sendObject, sendXml } from './replies.ts';

/** An `Object Created` event as S3 sends it to EventBridge. */
export type NotifyUpload = (event: Readonly<Record<string, unknown>>) => void;

interface Call {
  readonly request: Request;
  readonly response: ServerResponse;
  readonly bucket: Bucket;
  readonly objects: Objects;
  readonly key: string;
}

const kept = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'cache-control',
  'x-amz-server-side-encryption',
];

function keptHeaders(given: Readonly<Record<string, string>>) {
  const own = Object.entries(given).filter(([name]) => kept.includes(name) || name.startsWith('x-amz-meta-'));
  const plain = own.map(([name, value]) => [
    name,
    name === 'content-encoding' ? value.replace(/aws-chunked,?\s*/, '') : value,
  ]);
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(plain.filter(([, value]) => value !== '')),
  };
}

/** S3, as far as the product uses it. Rare calls are rejected by name. */
export class S3 {
  readonly #buckets: ReadonlyMap<string, Bucket>;
  readonly #objects: ReadonlyMap<string, Objects>;
  readonly #multipart: ReadonlyMap<string, Multipart>;
  readonly #guard: Guard;
  readonly #keys: Keys;
  readonly #announce: NotifyUpload;

  constructor(buckets: readonly Bucket[], folder: string, guard: Guard, keys: Keys, announce: NotifyUpload) {
    this.#buckets = new Map(buckets.map((each) => [each.name, each]));
    this.#objects = new Map(
      buckets.map(({ name, isVersioned }) => [name, new Objects(join(folder, name), isVersioned)]),
    );
    this.#multipart = new Map(
      buckets.map(({ name }) => [name, new Multipart(join(folder, name, 'multipart'))]),
    );
    this.#guard = guard;
    this.#keys = keys;
    this.#announce = announce;
  }

  has(bucket: string): boolean {
    return this.#buckets.has(bucket);
  }

  bucket(name: string): Objects | undefined {
    return this.#objects.get(name);
  }

  async handle(request: Request, response: ServerResponse) {
    try {
      const [, name = '', ...rest] = request.url.pathname.split('/');
      const bucket = this.#buckets.get(name);
      const objects = this.#objects.get(name);
      if (bucket === undefined || objects === undefined) {
        throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
      }
      const allowed = allowCors(bucket.cors, request, response);
      if (request.method === 'OPTIONS') return sendXml(response, allowed ? 200 : 403);
      await this.#serve({ request, response, bucket, objects, key: decodeURIComponent(rest.join('/')) });
    } catch (error) {
      this.#fail(request, response, error);
    }
  }

  #fail({ method }: Request, response: ServerResponse, error: unknown) {
    if (response.headersSent) return response.destroy();
    const known =
      error instanceof ServiceError ? error : new ServiceError('InternalError', String(error), 500);
    const xml = `<Error><Code>${known.name}</Code><Message>${escapeXml(known.message)}</Message></Error>`;
    sendXml(response, known.status, method === 'HEAD' ? undefined : xml);
  }

  async #serve(call: Call) {
    const { request, key } = call;
    const { method, url, headers } = request;
    if (method === 'POST' && key === '' && headers['content-type']?.startsWith('multipart/form-data'))
      return this.#post(call);
    const caller = signerOf(request, this.#keys);
    if (caller === undefined) throw new ServiceError('AccessDenied', 'Access Denied', 403);
    if (url.searchParams.has('tagging'))
      throw new ServiceError('NotImplemented', 'The local cloud does not serve this call.', 501);
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return this.#serveMultipart(caller, call);
    if (key === '') return this.#serveBucket(caller, call);
    const serve = { GET: this.#get, HEAD: this.#get, PUT: this.#put, DELETE: this.#delete }[method];
    if (serve === undefined)
      throw new ServiceError('MethodNotAllowed', 'The specified method is not allowed.', 405);
    return serve.call(this, caller, call);
  }

  #require(caller: string, action: string, { arn }: Bucket, key?: string) {
    this.#guard.require(caller, deedOn(action, arn, key), 'AccessDenied', 403);
  }

  /** Requires permission for a listing. The prefix is a condition key. */
  #requireListing(caller: string, action: string, { arn }: Bucket, { searchParams }: URL) {
    const context: Context = { 's3:prefix': searchParams.get('prefix') ?? undefined };
    this.#guard.require(caller, { ...deedOn(action, arn), context }, 'AccessDenied', 403);
  }

  /** Reading a version needs a separate permission. A delete marker cannot be read. */
  #findVersion(caller: string, { response, bucket, objects, key }: Call, version: string): ObjectInfo {
    this.#require(caller, 's3:GetObjectVersion', bucket, key);
    const info = objects.findVersion(key, version);
    if (info === undefined)
      throw new ServiceError('NoSuchVersion', 'The specified version does not exist.', 404);
    if (!info.isMarker) return info;
    markDeleted(response, info);
    throw new ServiceError('MethodNotAllowed', 'The specified method is not allowed.', 405);
  }

  /** Without permission to list, S3 returns the same error for a missing and for a forbidden object. */
  #find(caller: string, { response, bucket, objects, key }: Call): ObjectInfo {
    const info = objects.find(key);
    const [newest] = objects.versionsOf(key);
    if (newest?.isMarker) markDeleted(response, newest);
    const list = { action: 's3:ListBucket', resource: bucket.arn, owner: bucket.arn };
    if (info === undefined && !this.#guard.allows(caller, list)) {
      throw new ServiceError('AccessDenied', denial(caller, list), 403);
    }
    return objects.head(key);
  }

  async #serveBucket(caller: string, { request, response, bucket, objects }: Call) {
    const { method, url } = request;
    if (method === 'POST' && url.searchParams.has('delete'))
      return this.#deleteMany(caller, { request, response, bucket, objects, key: '' });
    const isOfVersions = url.searchParams.has('versions');
    this.#requireListing(caller, isOfVersions ? 's3:ListBucketVersions' : 's3:ListBucket', bucket, url);
    if (method === 'HEAD') return sendXml(response, 200);
    if (method !== 'GET' || !(isOfVersions || url.searchParams.has('list-type')))
      throw new ServiceError('NotImplemented', 'The local cloud does not serve this call.', 501);
    const list = isOfVersions ? listVersions : listObjects;
    sendXml(response, 200, list(bucket.name, objects, url.searchParams));
  }

  /** Each object is deleted or rejected separately; the call as a whole succeeds. */
  #deleteMany(caller: string, { request, response, bucket, objects }: Call) {
    const results = deletionsIn(request.body.toString()).map(({ key, version }) => {
      const named = `<Key>${escapeXml(key)}</Key>${version ? `<VersionId>${escapeXml(version)}</VersionId>` : ''}`;
      const deed = deletion(bucket, key, version);
      if (!this.#guard.allows(caller, deed))
        return `<Error>${named}<Code>AccessDenied</Code><Message>${escapeXml(denial(caller, deed))}</Message></Error>`;
      const deleted = version === undefined ? objects.remove(key) : objects.findVersion(key, version);
      if (version !== undefined) objects.removeVersion(key, version);
      return `<Deleted>${named}${deleted?.isMarker ? markerTags(deleted) : ''}</Deleted>`;
    });
    sendXml(response, 200, `<DeleteResult>${results.join('')}</DeleteResult>`);
  }

  #get(caller: string, call: Call) {
    const { request, response, bucket, objects, key } = call;
    const version = request.url.searchParams.get('versionId');
    if (version === null) this.#require(caller, 's3:GetObject', bucket, key);
    const info = version === null ? this.#find(caller, call) : this.#findVersion(caller, call, version);
    if (bucket.isVersioned) response.setHeader('x-amz-version-id', info.version);
    sendObject(request, response, objects, info);
  }

  #delete(caller: string, { request, response, bucket, objects, key }: Call) {
    const version = request.url.searchParams.get('versionId') ?? undefined;
    this.#guard.require(caller, deletion(bucket, key, version), 'AccessDenied', 403);
    const deleted = version === undefined ? objects.remove(key) : objects.findVersion(key, version);
    if (version !== undefined) objects.removeVersion(key, version);
    if (deleted?.isMarker) markDeleted(response, deleted);
    else if (version !== undefined) response.setHeader('x-amz-version-id', version);
    sendXml(response, 204);
  }

  #put(caller: string, call: Call) {
    const { request, response, bucket, objects, key } = call;
    this.#require(caller, 's3:PutObject', bucket, key);
    if (request.headers['if-none-match'] === '*' && objects.find(key) !== undefined) {
      throw new ServiceError(
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
        412,
      );
    }
    const source = request.headers['x-amz-copy-source'];
    if (source !== undefined) return this.#copy(caller, call, source);
    const chunked = request.headers['content-encoding']?.includes('aws-chunked') ?? false;
    const data = chunked ? decodeChunks(request.body) : request.body;
    const info = this.#store(bucket, objects, key, data, keptHeaders(request.headers), 'PutObject');
    const versioned = bucket.isVersioned && { 'x-amz-version-id': info.version };
    sendXml(response, 200, undefined, { etag: info.etag, ...versioned });
  }

  /** The four calls of a multipart upload. All need the permission to put the object, and one to abort. */
  #serveMultipart(caller: string, { request, response, bucket, objects, key }: Call) {
    const { method, url, headers, body } = request;
    const uploads = this.#multipart.get(bucket.name);
    const id = url.searchParams.get('uploadId');
    const isAbort = method === 'DELETE' && id !== null;
    this.#require(caller, isAbort ? 's3:AbortMultipartUpload' : 's3:PutObject', bucket, key);
    if (uploads === undefined || key === '' || (id === null && method !== 'POST'))
      throw new ServiceError('NotImplemented', 'The local cloud does not serve this call.', 501);
    if (id === null) {
      const hasChecksums = headers['x-amz-checksum-algorithm'] !== undefined;
      const begun = uploads.create(key, keptHeaders(headers), hasChecksums);
      const named = `<Bucket>${bucket.name}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${begun}</UploadId>`;
      return sendXml(
        response,
        200,
        `<InitiateMultipartUploadResult>${named}</InitiateMultipartUploadResult>`,
      );
    }
    if (isAbort) {
      uploads.abort(key, id);
      return sendXml(response, 204);
    }
    if (method === 'PUT') {
      const checksum = headers['x-amz-checksum-crc32'];
      const etag = uploads.put(key, id, Number(url.searchParams.get('partNumber')), body, checksum);
      return sendXml(response, 200, undefined, {
        etag,
        ...(checksum !== undefined && { 'x-amz-checksum-crc32': checksum }),
      });
    }
    if (method !== 'POST')
      throw new ServiceError('NotImplemented', 'The local cloud does not serve this call.', 501);
    const { data, etag, headers: kept } = uploads.complete(key, id, body.toString());
    const info = this.#store(bucket, objects, key, data, kept, 'CompleteMultipartUpload', etag);
    const named = `<Bucket>${bucket.name}</Bucket><Key>${escapeXml(key)}</Key><ETag>${escapeXml(info.etag)}</ETag>`;
    sendXml(
      response,
      200,
      `<CompleteMultipartUploadResult>${named}</CompleteMultipartUploadResult>`,
      bucket.isVersioned ? { 'x-amz-version-id': info.version } : {},
    );
  }

  #copy(caller: string, call: Call, source: string) {
    const { response, bucket, objects, key } = call;
    const [path = '', version] = source.replace(/^\//, '').split('?versionId=');
    const [name = '', ...rest] = decodeURIComponent(path).split('/');
    const [from, fromObjects] = [this.#buckets.get(name), this.#objects.get(name)];
    if (from === undefined || fromObjects === undefined)
      throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
    const origin = { ...call, bucket: from, objects: fromObjects, key: rest.join('/') };
    if (version === undefined) this.#require(caller, 's3:GetObject', from, origin.key);
    const info =
      version === undefined
        ? fromObjects.head(origin.key)
        : this.#findVersion(caller, origin, decodeURIComponent(version));
    if (version !== undefined) response.setHeader('x-amz-copy-source-version-id', info.version);
    const made = this.#store(bucket, objects, key, fromObjects.read(info), info.headers, 'CopyObject');
    sendXml(
      response,
      200,
      `<CopyObjectResult><ETag>${escapeXml(made.etag)}</ETag><LastModified>${made.modified}</LastModified></CopyObjectResult>`,
      bucket.isVersioned ? { 'x-amz-version-id': made.version } : {},
    );
  }

  async #post({ request, response, bucket, objects }: Call) {
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => {
        throw new ServiceError(
          'MalformedPOSTRequest',
          'The body of your POST request is not well-formed multipart/form-data.',
        );
      });
    const file = form.get('file');
    if (!(file instanceof File))
      throw new ServiceError('InvalidArgument', 'POST requires exactly one file upload per request.');
    form.delete('file');
    const fields = Object.fromEntries([...form].map(([name, value]) => [name.toLowerCase(), String(value)]));
    const caller = fields.policy === undefined ? undefined : signerOfPolicy(fields, this.#keys);
    if (caller === undefined) throw new ServiceError('AccessDenied', 'Access Denied', 403);
    checkPostPolicy(fields, bucket.name, file.size);
    const key = (fields.key ?? '').replaceAll(/\$\{filename\}/g, () => file.name);
    this.#require(caller, 's3:PutObject', bucket, key);
    const info = this.#store(
      bucket,
      objects,
      key,
      Buffer.from(await file.arrayBuffer()),
      keptHeaders(fields),
      'PostObject',
    );
    const xml = `<PostResponse><Bucket>${bucket.name}</Bucket><Key>${escapeXml(key)}</Key><ETag>${escapeXml(info.etag)}</ETag></PostResponse>`;
    const status = Number(fields.success_action_status ?? 204);
    sendXml(response, [200, 201].includes(status) ? status : 204, status === 201 ? xml : undefined, {
      etag: info.etag,
    });
  }

  #store(
    bucket: Bucket,
    objects: Objects,
    key: string,
    data: Buffer,
    headers: Readonly<Record<string, string>>,
    reason: string,
    etag?: string,
  ) {
    if (key === '' || Buffer.byteLength(key) > 1024)
      throw new ServiceError('KeyTooLongError', 'Your key is too long');
    const info = objects.put(key, data, headers, true, etag);
    if (bucket.announces) this.#announce(created(bucket, info, reason));
    return info;
  }

  /** Deletes objects and versions that lifecycle rules have expired. */
  sweep(now = Date.now()) {
    for (const [name, { lifecycle, abortDays }] of this.#buckets) {
      const objects = this.#objects.get(name);
      for (const rule of lifecycle) if (objects) applyLifecycle(objects, rule, now);
      if (abortDays !== undefined) this.#multipart.get(name)?.abortBefore(now - abortDays * 86_400_000);
    }
  }
}

const markDeleted = (response: ServerResponse, { version }: ObjectInfo) =>
  response.setHeader('x-amz-delete-marker', 'true').setHeader('x-amz-version-id', version);

const deedOn = (action: string, arn: string, key?: string): RequestedAction => ({
  action,
  resource: key === undefined ? arn : `${arn}/${key}`,
  owner: arn,
});

/** Deleting a version needs a separate permission. */
const deletion = ({ arn }: Bucket, key: string, version: string | undefined) =>
  deedOn(version === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion', arn, key);

const markerTags = ({ version }: ObjectInfo) =>
  `<DeleteMarker>true</DeleteMarker><DeleteMarkerVersionId>${version}</DeleteMarkerVersionId>`;

const deletionsIn = (xml: string) =>
  [...xml.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, text = '']) => ({
    key: unescapeXml(/<Key>(.*?)<\/Key>/s.exec(text)?.[1] ?? ''),
    version: /<VersionId>(.*?)<\/VersionId>/s.exec(text)?.[1],
  }));

const unescapeXml = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined
      ? ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? whole)
      : String.fromCharCode(Number(code)),
  );

const created = ({ name, arn }: Bucket, { key, size, etag, modified }: ObjectInfo, reason: string) => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: '000000000000',
  time: modified,
  region: 'us-east-1',
  resources: [arn],
  detail: {
    version: '0',
    bucket: { name },
    object: { key, size, etag: etag.slice(1, -1), sequencer: Date.now().toString(16).toUpperCase() },
    'request-id': crypto.randomUUID(),
    requester: '000000000000',
    reason,
  },
});
