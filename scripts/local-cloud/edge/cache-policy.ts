import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';

/** The local cloud caches no response, so the key of the cache has no effect. */
const policySchema = z.strictObject({
  CachePolicyConfig: z.strictObject({
    Name: inertResource,
    Comment: inertResource,
    MinTTL: number,
    MaxTTL: number,
    DefaultTTL: number,
    ParametersInCacheKeyAndForwardedToOrigin: z.looseObject({
      EnableAcceptEncodingBrotli: z.optional(flag),
      EnableAcceptEncodingGzip: flag,
    }),
  }),
});

/**
 * AWS managed policies, and whether they let CloudFront compress:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 */
const managed: Readonly<Record<string, boolean>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': true, // CachingOptimized
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': false, // CachingOptimizedForUncompressedObjects
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': false, // CachingDisabled
};

/**
 * Returns a test of a cache policy: true if it lets CloudFront compress. Like CloudFront, rejects a policy
 * that requests compression and caches nothing.
 */
export function readCachePolicies(assembly: Assembly): (path: string, policy: string) => boolean {
  const own = new Map(
    assembly.of('AWS::CloudFront::CachePolicy', policySchema).map(({ ref, path, given }) => {
      const { MinTTL, MaxTTL, DefaultTTL, ...config } = given.CachePolicyConfig;
      const { EnableAcceptEncodingGzip: gzip, EnableAcceptEncodingBrotli: brotli = false } =
        config.ParametersInCacheKeyAndForwardedToOrigin;
      if ((gzip || brotli) && MinTTL + MaxTTL + DefaultTTL === 0)
        throw new LocalCloudError(`${path} compresses, but caches nothing; CloudFront refuses that.`);
      return [ref, gzip || brotli];
    }),
  );
  return (path, policy) => {
    const found = own.get(policy) ?? managed[policy];
    if (found === undefined)
      throw new LocalCloudError(
        `${path} uses the cache policy ${policy}, which the local cloud does not know.`,
      );
    return found;
  };
}
