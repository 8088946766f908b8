import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';

const names = z.optional(z.array(z.string()));

const policySchema = z.strictObject({
  CachePolicyConfig: z.strictObject({
    Name: inertResource,
    Comment: inertResource,
    MinTTL: number,
    MaxTTL: number,
    DefaultTTL: number,
    ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
      EnableAcceptEncodingBrotli: z.optional(flag),
      EnableAcceptEncodingGzip: flag,
      QueryStringsConfig: z.strictObject({ QueryStringBehavior: z.string(), QueryStrings: names }),
      CookiesConfig: z.strictObject({ CookieBehavior: z.string(), Cookies: names }),
      HeadersConfig: z.strictObject({ HeaderBehavior: z.enum(['none', 'whitelist']), Headers: names }),
    }),
  }),
});

/** Parts of a request that belong to the cache key, in addition to the path. */
export interface CacheKey {
  readonly queries: (name: string) => boolean;
  readonly cookies: (name: string) => boolean;
  /** In lower case. */
  readonly headers: readonly string[];
}

export interface CachePolicy {
  /** True if the policy lets CloudFront compress. */
  readonly compresses: boolean;
  readonly key: CacheKey;
}

const pathOnly: CacheKey = { queries: () => false, cookies: () => false, headers: [] };

/**
 * AWS managed policies. Their key contains only the path:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 */
const managed: Readonly<Record<string, CachePolicy>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': { compresses: true, key: pathOnly }, // CachingOptimized
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': { compresses: false, key: pathOnly }, // CachingOptimizedForUncompressedObjects
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { compresses: false, key: pathOnly }, // CachingDisabled
};

function chosen(path: string, behavior: string, listed: readonly string[] = []) {
  const rules: Readonly<Record<string, (name: string) => boolean>> = {
    none: () => false,
    all: () => true,
    whitelist: (name) => listed.includes(name),
    allExcept: (name) => !listed.includes(name),
  };
  const rule = rules[behavior];
  if (rule === undefined)
    throw new LocalCloudError(
      `${path} has a cache key of ${behavior}, which the local cloud does not serve.`,
    );
  return rule;
}

/**
 * Reads the cache policies. Like CloudFront, rejects a policy that requests compression and caches nothing.
 */
export function readCachePolicies(assembly: Assembly): (path: string, policy: string) => CachePolicy {
  const own = new Map(
    assembly.of('AWS::CloudFront::CachePolicy', policySchema).map(({ ref, path, given }) => {
      const {
        MinTTL,
        MaxTTL,
        DefaultTTL,
        ParametersInCacheKeyAndForwardedToOrigin: keys,
      } = given.CachePolicyConfig;
      const compresses = keys.EnableAcceptEncodingGzip || (keys.EnableAcceptEncodingBrotli ?? false);
      if (compresses && MinTTL + MaxTTL + DefaultTTL === 0)
        throw new LocalCloudError(`${path} compresses, but caches nothing; CloudFront refuses that.`);
      const { QueryStringsConfig: query, CookiesConfig: cookie, HeadersConfig: header } = keys;
      const key: CacheKey = {
        queries: chosen(path, query.QueryStringBehavior, query.QueryStrings),
        cookies: chosen(path, cookie.CookieBehavior, cookie.Cookies),
        headers: (header.Headers ?? []).map((each) => each.toLowerCase()),
      };
      return [ref, { compresses, key }];
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
