import { type IncomingMessage, ServerResponse } from 'node:http';
import { type Request, viewerAddressOf } from '../http.ts';
import type { Permissions } from '../iam/roles.ts';
import type { HttpApis } from '../lambda/http-api.ts';
import { sendObject, sendXml } from '../s3/replies.ts';
import type { S3 } from '../s3/service.ts';
import { compress, isCompressed } from './compression.ts';
import type { EdgeRequest, EdgeResponse } from './edge-function.ts';
import { applyPolicy, type HeadersPolicy } from './headers-policy.ts';
import type { CacheBehavior, Distribution, Origin } from './read-distribution.ts';

type Values = EdgeRequest['headers'];

const valuesOf = (pairs: Iterable<readonly [string, string]>): Values =>
  Object.fromEntries([...pairs].map(([name, value]) => [name, { value }]));

/** The last value of a repeated parameter, and all of them. */
function queryOf(search: URLSearchParams): Values {
  const names = [...new Set(search.keys())];
  const all = (name: string) => search.getAll(name).map((value) => ({ value }));
  return Object.fromEntries(
    names.map((name) => {
      const values = all(name);
      const [last = { value: '' }] = values.toReversed();
      return [name, values.length > 1 ? { ...last, multiValue: values } : last];
    }),
  );
}

const cookiesOf = (header: string) =>
  valuesOf(
    header
      .split(/;\s*/)
      .filter(Boolean)
      .map((each) => [each.split('=')[0] ?? '', each.slice(each.indexOf('=') + 1)] as const),
  );

const isResponse = (value: unknown): value is EdgeResponse =>
  typeof value === 'object' && value !== null && 'statusCode' in value;

/**
 * A development server instead of the bucket with the pages. The headers of the distribution's policy are
 * already set; `next` serves the bucket's file.
 */
export type Site = (request: IncomingMessage, response: ServerResponse, next: () => Promise<void>) => unknown;

interface Parts {
  readonly s3: S3;
  readonly apis: HttpApis;
  readonly permissions: Permissions;
  readonly site: Site | undefined;
  /** The host of this machine, which stands for the distribution's name. */
  readonly host: () => string;
}

/** CloudFront: selects the behavior, runs its functions, calls the origin and sets the response headers. */
export class CloudFront {
  readonly #distribution: Distribution;
  readonly #s3: S3;
  readonly #apis: HttpApis;
  readonly #permissions: Permissions;
  readonly #site: Site | undefined;
  readonly #host: Parts['host'];

  constructor(distribution: Distribution, parts: Parts) {
    this.#distribution = distribution;
    this.#s3 = parts.s3;
    this.#apis = parts.apis;
    this.#permissions = parts.permissions;
    this.#site = parts.site;
    this.#host = parts.host;
  }

  async handle(request: Request, response: ServerResponse) {
    const behaviour = this.#distribution.behaviours.find(({ pattern }) => pattern.test(request.url.pathname));
    if (behaviour === undefined || !behaviour.methods.includes(request.method)) return sendXml(response, 403);
    const next = () => this.#serve(behaviour, request, response);
    if (this.#site === undefined || this.#isApi(behaviour)) return next();
    applyPolicy(behaviour.headersPolicy, response);
    await this.#site(request.raw, response, next);
  }

  #isApi({ origin }: CacheBehavior) {
    return this.#apis.has(origin.domain.split('.')[0] ?? '');
  }

  async #serve(behaviour: CacheBehavior, request: Request, response: ServerResponse) {
    const answer = new Finished(request, response, behaviour.headersPolicy, behaviour.compresses);
    const edited = this.#onRequest(behaviour, request);
    if (isResponse(edited)) return answer.sendEdge(edited);
    return this.#askOrigin(behaviour.origin, edited, answer);
  }

  #onRequest({ onRequest }: CacheBehavior, request: Request): Request | EdgeResponse {
    if (onRequest === undefined) return request;
    const { id } = this.#distribution;
    const domain = this.#host();
    const result = onRequest.run({
      version: '1.0',
      context: {
        distributionDomainName: domain,
        distributionId: id,
        endpoint: domain,
        eventType: 'viewer-request',
        requestId: crypto.randomUUID(),
      },
      viewer: { ip: viewerAddressOf(request) },
      request: {
        method: request.method,
        uri: request.url.pathname,
        querystring: queryOf(request.url.searchParams),
        headers: valuesOf(Object.entries(request.headers).filter(([name]) => name !== 'cookie')),
        cookies: cookiesOf(request.headers.cookie ?? ''),
      },
    });
    return isResponse(result) ? result : edit(request, result as EdgeRequest);
  }

  async #askOrigin(origin: Origin, request: Request, answer: Finished) {
    const onward = { ...request, headers: { ...request.headers, ...origin.headers } };
    const [name = ''] = origin.domain.split('.');
    if (this.#apis.has(name)) {
      const headers = {
        ...onward.headers,
        host: origin.domain,
        via: '1.1 cloudfront',
        'x-amz-cf-id': crypto.randomUUID(),
      };
      const forwarded = [request.headers['x-forwarded-for'], viewerAddressOf(request)]
        .filter(Boolean)
        .join(', ');
      return this.#apis.handle(
        name,
        { ...onward, headers: { ...headers, 'x-forwarded-for': forwarded } },
        answer,
      );
    }
    this.#askBucket(name, onward, answer);
  }

  /** The bucket policy allows the distribution. A missing file gives 403, as without s3:ListBucket. */
  #askBucket(name: string, request: Request, answer: Finished) {
    const { rootObject, arn } = this.#distribution;
    const path = decodeURIComponent(request.url.pathname.slice(1));
    const key = path === '' ? rootObject : path;
    const owner = `arn:aws:s3:::${name}`;
    const objects = this.#s3.bucket(name);
    const may = this.#permissions.serviceAllows(
      'cloudfront.amazonaws.com',
      's3:GetObject',
      `${owner}/${key}`,
      { 'AWS:SourceArn': arn },
      owner,
    );
    const info = objects?.find(key);
    if (!may || objects === undefined || info === undefined) {
      return sendXml(answer, 403, '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
    }
    const { authorization: _, ...headers } = request.headers;
    // The cache policy forwards no query, so a viewer cannot make S3 change the headers of a file.
    const url = new URL(request.url);
    url.search = '';
    sendObject({ ...request, headers, url }, answer, objects, info);
  }
}

function edit(request: Request, { uri, headers, querystring }: EdgeRequest): Request {
  const url = new URL(request.url);
  url.pathname = uri;
  const unchanged = JSON.stringify(querystring) === JSON.stringify(queryOf(request.url.searchParams));
  if (!unchanged) url.search = searchOf(querystring);
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, { value }]) => [name.toLowerCase(), value]),
  );
  const { cookie } = request.headers;
  return { ...request, url, headers: { ...own, ...(cookie === undefined ? {} : { cookie }) } };
}

const searchOf = (query: Values) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, { value, multiValue = [{ value }] }]) =>
      multiValue.map((each) => [name, each.value]),
    ),
  ).toString();

/** An origin's response: collects the body, compresses it and applies the headers policy. */
class Finished extends ServerResponse {
  readonly #viewer: ServerResponse;
  readonly #request: Request;
  readonly #policy: HeadersPolicy | undefined;
  readonly #compresses: boolean;
  readonly #parts: Buffer[] = [];

  constructor(
    request: Request,
    viewer: ServerResponse,
    policy: HeadersPolicy | undefined,
    compresses: boolean,
  ) {
    super(request.raw);
    this.#request = request;
    this.#viewer = viewer;
    this.#policy = policy;
    this.#compresses = compresses;
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.find((each) => typeof each === 'object' && each !== null) ?? {};
    this.statusCode = status;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, String(value));
    return this;
  }

  override write(chunk: unknown): boolean {
    this.#parts.push(Buffer.from(chunk as Buffer));
    return true;
  }

  override end(chunk?: unknown): this {
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function')
      this.#parts.push(Buffer.from(chunk as Buffer));
    this.#send(Buffer.concat(this.#parts));
    this.emit('finish');
    return this;
  }

  sendEdge({ statusCode, headers = {}, body = '' }: EdgeResponse) {
    for (const [name, { value }] of Object.entries(headers)) this.setHeader(name, value);
    this.statusCode = statusCode;
    this.end(
      typeof body === 'string'
        ? body
        : Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8'),
    );
  }

  #send(body: Buffer) {
    const type = String(this.getHeader('content-type') ?? '');
    const accepts = this.#request.headers['accept-encoding'] ?? '';
    const may = this.#compresses && isCompressed(this.statusCode) && !this.hasHeader('content-encoding');
    const smaller = may ? compress(body, type, accepts, String(this.getHeader('etag') ?? '')) : undefined;
    for (const [name, value] of Object.entries(this.getHeaders())) {
      if (value !== undefined && name !== 'transfer-encoding') this.#viewer.setHeader(name, value);
    }
    if (smaller !== undefined) {
      this.#viewer.setHeader('content-encoding', smaller.encoding);
      this.#viewer.setHeader('vary', 'Accept-Encoding');
    }
    applyPolicy(this.#policy, this.#viewer);
    const whole = smaller?.body ?? body;
    if (this.#request.method !== 'HEAD') this.#viewer.setHeader('content-length', whole.length);
    this.#viewer.writeHead(this.statusCode);
    this.#viewer.end(this.#request.method === 'HEAD' ? undefined : whole);
  }
}
