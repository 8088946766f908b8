import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible =
  /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg\+xml|font\/(ttf|otf))/;
const done = new Map<string, Buffer>();
const maxKept = 500;

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * The status codes of
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 */
export const isCompressed = (status: number) => [200, 403, 404].includes(status);

/** CloudFront compresses text between 1,000 and 10,000,000 bytes, brotli before gzip. */
export function compress(
  body: Buffer,
  type: string,
  accepts: string,
  etag: string,
): { body: Buffer; encoding: string } | undefined {
  const encoding = ['br', 'gzip'].find((each) => accepts.includes(each));
  if (encoding === undefined || !compressible.test(type) || body.length < 1000 || body.length > 10_000_000)
    return undefined;
  const key = `${encoding}${etag}`;
  const known = etag === '' ? undefined : done.get(key);
  const made = known ?? (encoding === 'br' ? brotliCompressSync(body, quality) : gzipSync(body));
  if (etag !== '' && done.size < maxKept) done.set(key, made);
  return { body: made, encoding };
}
