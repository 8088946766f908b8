import * as z from 'zod/mini';
import { type Assembly, flag, inertResource } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import { readCachePolicies } from './cache-policy.ts';
import { EdgeFunction } from './edge-function.ts';
import { type HeadersPolicy, readHeadersPolicies } from './headers-policy.ts';

const behaviour = z.strictObject({
  PathPattern: z.optional(z.string()),
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: inertResource, // plain http on the loopback address
  AllowedMethods: z.optional(z.array(z.string())),
  CachedMethods: inertResource,
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.string()),
  ResponseHeadersPolicyId: z.optional(z.string()),
  Compress: z.optional(flag),
  FunctionAssociations: z.optional(
    z.array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() })),
  ),
});

const origin = z.strictObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.optional(z.literal('')),
  S3OriginConfig: inertResource,
  CustomOriginConfig: inertResource,
  OriginAccessControlId: z.optional(z.string()),
  OriginCustomHeaders: z.optional(
    z.array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() })),
  ),
  ConnectionAttempts: inertResource,
  ConnectionTimeout: inertResource,
  OriginShield: inertResource,
});

/** Errors are not cached. Custom error pages are not supported, and rejected. */
const errorResponse = z.strictObject({ ErrorCode: inertResource, ErrorCachingMinTTL: inertResource });

const distributionSchema = z.strictObject({
  DistributionConfig: z.strictObject({
    Enabled: z.optional(flag),
    Comment: inertResource,
    DefaultRootObject: z.optional(z.string()),
    DefaultCacheBehavior: behaviour,
    CacheBehaviors: z.optional(z.array(behaviour)),
    CustomErrorResponses: z.optional(z.array(errorResponse)),
    Origins: z.array(origin),
    HttpVersion: inertResource,
    IPV6Enabled: inertResource,
    PriceClass: inertResource,
    WebACLId: inertResource,
    Logging: inertResource,
    Restrictions: inertResource,
    ViewerCertificate: inertResource,
    Aliases: inertResource,
  }),
  Tags: inertResource,
});

const functionSchema = z.strictObject({
  Name: inertResource,
  AutoPublish: inertResource,
  FunctionCode: z.string(),
  FunctionConfig: z.looseObject({ KeyValueStoreAssociations: z.optional(z.undefined()) }),
  Tags: inertResource,
});

export interface Origin {
  readonly domain: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CacheBehavior {
  readonly pattern: RegExp;
  readonly origin: Origin;
  readonly methods: readonly string[];
  readonly onRequest: EdgeFunction | undefined;
  readonly headersPolicy: HeadersPolicy | undefined;
  readonly compresses: boolean;
}

export interface Distribution {
  readonly id: string;
  readonly arn: string;
  readonly rootObject: string;
  readonly behaviours: readonly CacheBehavior[];
}

const patternOf = (path: string) =>
  new RegExp(
    `^/?${path
      .replace(/^\//, '')
      .replace(/[\\^$+.()|[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  );

const aliasSchema = z.looseObject({
  DistributionConfig: z.looseObject({ Aliases: z.optional(z.array(z.string())) }),
});

/** The hosts at which CloudFront would serve an assembly's distributions. */
export const readSiteHosts = (assembly: Assembly): readonly string[] =>
  assembly
    .of('AWS::CloudFront::Distribution', aliasSchema)
    .flatMap(({ attributes, given }) => [
      ...(attributes.DomainName === undefined ? [] : [attributes.DomainName]),
      ...(given.DistributionConfig.Aliases ?? []),
    ]);

interface Settings {
  readonly fillSecrets: (text: string) => string;
  /** The host of this machine, which is the site's here. */
  readonly host: () => string;
}

/**
 * The distribution of an assembly. Its behaviors are in the order in which CloudFront tries them, the default
 * last.
 */
export function readDistributions(
  assembly: Assembly,
  { fillSecrets, host }: Settings,
): readonly Distribution[] {
  const policies = readHeadersPolicies(assembly);
  const mayCompress = readCachePolicies(assembly);
  assembly.of('AWS::CloudFront::OriginAccessControl', z.looseObject({}));
  assembly.of('AWS::CloudFront::OriginRequestPolicy', z.looseObject({})); // everything that a viewer sends is forwarded
  const localized = (code: string) =>
    readSiteHosts(assembly).reduce((found, name) => found.replaceAll(`'${name}'`, `'${host()}'`), code);
  const functions = new Map(
    assembly
      .of('AWS::CloudFront::Function', functionSchema)
      .map(({ ref, path, given }) => [ref, new EdgeFunction(path, given.FunctionCode, localized)]),
  );
  return assembly.of('AWS::CloudFront::Distribution', distributionSchema).map(({ ref, path, given }) => {
    const {
      Origins,
      DefaultCacheBehavior,
      CacheBehaviors = [],
      DefaultRootObject = '',
    } = given.DistributionConfig;
    const originOf = (id: string): Origin => {
      const target = Origins.find(({ Id }) => Id === id);
      if (target === undefined) throw new LocalCloudError(`${path} has no origin ${id}.`);
      const headers = (target.OriginCustomHeaders ?? []).map(
        ({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), fillSecrets(HeaderValue)] as const,
      );
      return { domain: target.DomainName, headers: Object.fromEntries(headers) };
    };
    const read = (one: z.infer<typeof behaviour>): CacheBehavior => {
      const policy = one.ResponseHeadersPolicyId;
      const compresses = mayCompress(path, one.CachePolicyId);
      if (policy !== undefined && !policies.has(policy))
        throw new LocalCloudError(
          `${path} uses the response headers policy ${policy}, which is not in the assembly.`,
        );
      return {
        pattern: patternOf(one.PathPattern ?? '*'),
        origin: originOf(one.TargetOriginId),
        methods: one.AllowedMethods ?? ['GET', 'HEAD'],
        onRequest: functions.get(one.FunctionAssociations?.[0]?.FunctionARN ?? ''),
        headersPolicy: policies.get(policy ?? ''),
        compresses: (one.Compress ?? false) && compresses,
      };
    };
    return {
      id: ref,
      arn: `arn:aws:cloudfront::000000000000:distribution/${ref}`,
      rootObject: DefaultRootObject,
      behaviours: [...CacheBehaviors.map(read), read(DefaultCacheBehavior)],
    };
  });
}
