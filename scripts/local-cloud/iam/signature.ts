import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from '../http.ts';
import { ServiceError } from '../http.ts';
import type { Key, Keys } from './keys.ts';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

const same = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

function signingKey(secret: string, date: string, region: string, service: string) {
  return hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request');
}

/** Cached per day, region and service, because every call of a function needs the same key. */
const signingKeys = new Map<string, Buffer>();
const maxKept = 500;

function knownSigningKey(secret: string, scope: readonly string[]): Buffer {
  const [, date = '', region = '', service = ''] = scope;
  const name = [secret, date, region, service].join(' ');
  const key = signingKeys.get(name) ?? signingKey(secret, date, region, service);
  if (signingKeys.size >= maxKept) signingKeys.clear(); // a caller could send any scope
  signingKeys.set(name, key);
  return key;
}

/** AWS Signature Version 4 of a text, for the scope `key/date/region/service/aws4_request`. */
export const sign = (key: Key, scope: readonly string[], text: string): string =>
  hmac(knownSigningKey(key.secretAccessKey, scope), text).toString('hex');

interface Claim {
  readonly scope: readonly string[];
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
  readonly token: string;
}

const refused = (code: string, message: string) => new ServiceError(code, message, 403);

function claimInQuery(query: URLSearchParams): Claim {
  const part = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  return {
    scope: part('Credential').split('/'),
    signedHeaders: part('SignedHeaders').split(';'),
    signature: part('Signature'),
    date: part('Date'),
    payload: 'UNSIGNED-PAYLOAD',
    token: part('Security-Token'),
  };
}

function claimInHeader({ headers, body }: Request): Claim | undefined {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  if (found === null) return undefined;
  const [, credential = '', signed = '', signature = ''] = found;
  return {
    scope: credential.split('/'),
    signedHeaders: signed.split(';'),
    signature,
    date: headers['x-amz-date'] ?? '',
    payload: headers['x-amz-content-sha256'] ?? sha256(body),
    token: headers['x-amz-security-token'] ?? '',
  };
}

export const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function canonical(request: Request, claim: Claim) {
  const { method, url, headers } = request;
  const path = url.pathname
    .split('/')
    // Every service except S3 encodes the path a second time before signing.
    .map((each) => (claim.scope[3] === 's3' ? encode(decodeURIComponent(each)) : encode(each)))
    .join('/');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const signed = claim.signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`,
  );
  return [method, path, query, ...signed, '', claim.signedHeaders.join(';'), claim.payload].join('\n');
}

function checkTime(request: Request, claim: Claim) {
  const signedAt = timeOf(claim.date);
  const expires = request.url.searchParams.get('X-Amz-Expires');
  if (expires !== null && Date.now() > signedAt + Number(expires) * 1000)
    throw refused('AccessDenied', 'Request has expired');
  if (expires === null && !(Math.abs(Date.now() - signedAt) < 15 * 60_000)) {
    throw refused(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
}

function checkPayload({ body, headers }: Request, payload: string) {
  const literal = payload === 'UNSIGNED-PAYLOAD' || payload.startsWith('STREAMING-');
  if (headers.authorization !== undefined && !literal && payload !== sha256(body)) {
    throw refused(
      'XAmzContentSHA256Mismatch',
      'The provided x-amz-content-sha256 header does not match what was computed.',
    );
  }
}

/**
 * Owner of the key that signed this request; undefined if it is unsigned. Throws if the signature is wrong or
 * expired, or the key is unknown.
 */
export function signerOf(request: Request, keys: Keys): string | undefined {
  const inQuery = request.url.searchParams.has('X-Amz-Signature');
  const claim = inQuery ? claimInQuery(request.url.searchParams) : claimInHeader(request);
  if (claim === undefined) return undefined;
  const { key, owner } = keyOf(keys, claim.scope[0] ?? '', claim.token);
  const text = [
    'AWS4-HMAC-SHA256',
    claim.date,
    claim.scope.slice(1).join('/'),
    sha256(canonical(request, claim)),
  ];
  if (!same(sign(key, claim.scope, text.join('\n')), claim.signature)) {
    throw refused(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  checkTime(request, claim);
  checkPayload(request, claim.payload);
  return owner;
}

function keyOf(keys: Keys, accessKeyId: string, token: string) {
  const found = keys.find(accessKeyId);
  if (found === undefined)
    throw refused('InvalidAccessKeyId', 'The AWS access key Id you provided does not exist in our records.');
  if (token !== found.key.sessionToken)
    throw refused('InvalidToken', 'The provided token is malformed or otherwise invalid.');
  return found;
}

/** Owner of the key that signed the policy of a form upload (presigned POST). */
export function signerOfPolicy(fields: Readonly<Record<string, string>>, keys: Keys): string {
  const scope = (fields['x-amz-credential'] ?? '').split('/');
  const { key, owner } = keyOf(keys, scope[0] ?? '', fields['x-amz-security-token'] ?? '');
  if (!same(sign(key, scope, fields.policy ?? ''), fields['x-amz-signature'] ?? '')) {
    throw refused(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  return owner;
}
