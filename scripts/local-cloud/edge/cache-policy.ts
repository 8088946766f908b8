import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from '../assembly/assembly.ts';
import { UsageError } from '../usage-error.ts';

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

/** Whether each policy that AWS manages lets CloudFront compress: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const managed: Readonly<Record<string, boolean>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': true, // CachingOptimized
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': false, // CachingOptimizedForUncompressedObjects
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': false, // CachingDisabled
};

/**
 * Which behaviors may compress: only those whose cache policy asks for it. CloudFront refuses a policy that asks for it and
 * caches nothing, so this does too.
 */
export function readCompression(assembly: Assembly): (path: string, policy: string) => boolean {
  const own = new Map(
    assembly.of('AWS::CloudFront::CachePolicy', policySchema).map(({ ref, path, given }) => {
      const {
        MinTTL,
        MaxTTL,
        DefaultTTL,
        ParametersInCacheKeyAndForwardedToOrigin: keys,
      } = given.CachePolicyConfig;
      const isAsked = keys.EnableAcceptEncodingGzip || (keys.EnableAcceptEncodingBrotli ?? false);
      if (isAsked && MinTTL + MaxTTL + DefaultTTL === 0)
        throw new UsageError(`${path} compresses, but caches nothing; CloudFront refuses that.`);
      return [ref, isAsked];
    }),
  );
  return (path, policy) => {
    const found = own.get(policy) ?? managed[policy];
    if (found === undefined)
      throw new UsageError(`${path} uses the cache policy ${policy}, which the local cloud does not know.`);
    return found;
  };
}
