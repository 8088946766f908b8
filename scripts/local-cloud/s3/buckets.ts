import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from '../assembly/assembly.ts';
import type { Permissions } from '../iam/roles.ts';
import { policyDocument } from '../iam/statement.ts';

const corsRule = z.strictObject({
  AllowedHeaders: z.optional(z.array(z.string())),
  AllowedMethods: z.array(z.string()),
  AllowedOrigins: z.array(z.string()),
  ExposedHeaders: z.optional(z.array(z.string())),
  MaxAge: z.optional(number),
  Id: inertResource,
});

const lifecycleRule = z.strictObject({
  Id: inertResource,
  Status: z.string(),
  Prefix: z.optional(z.string()),
  ExpirationInDays: z.optional(number),
  NoncurrentVersionExpiration: z.optional(z.strictObject({ NoncurrentDays: number })),
  AbortIncompleteMultipartUpload: z.optional(z.strictObject({ DaysAfterInitiation: number })),
  ExpiredObjectDeleteMarker: z.optional(flag),
});

const bucketSchema = z.strictObject({
  BucketName: z.optional(z.string()),
  CorsConfiguration: z.optional(z.strictObject({ CorsRules: z.array(corsRule) })),
  LifecycleConfiguration: z.optional(z.looseObject({ Rules: z.array(lifecycleRule) })),
  NotificationConfiguration: z.optional(
    z.strictObject({
      EventBridgeConfiguration: z.optional(z.strictObject({ EventBridgeEnabled: z.optional(flag) })),
    }),
  ),
  PublicAccessBlockConfiguration: inertResource, // every request needs a signature
  BucketEncryption: inertResource,
  OwnershipControls: inertResource,
  VersioningConfiguration: z.optional(z.strictObject({ Status: z.enum(['Enabled', 'Suspended']) })),
  LoggingConfiguration: inertResource,
  ReplicationConfiguration: inertResource, // the copies are in another account
  Tags: inertResource,
});

const policySchema = z.strictObject({ Bucket: z.string(), PolicyDocument: policyDocument });

export type CorsRule = z.infer<typeof corsRule>;

/** Expirations of a lifecycle rule, by prefix. Undefined days mean that nothing of that kind expires. */
export interface LifecycleRule {
  readonly prefix: string;
  readonly days: number | undefined;
  readonly noncurrentDays: number | undefined;
  readonly endsLoneMarkers: boolean;
}

export interface Bucket {
  readonly name: string;
  readonly arn: string;
  readonly cors: readonly CorsRule[];
  readonly announces: boolean;
  readonly isVersioned: boolean;
  readonly lifecycle: readonly LifecycleRule[];
  /** Days after which an unfinished multipart upload is aborted. */
  readonly abortDays: number | undefined;
}

/** The buckets of an assembly. Attaches their policies to the permissions. */
export function readBuckets(assembly: Assembly, permissions: Permissions): readonly Bucket[] {
  for (const { given } of assembly.of('AWS::S3::BucketPolicy', policySchema)) {
    permissions.attach(`arn:aws:s3:::${given.Bucket}`, given.PolicyDocument.Statement);
  }
  return assembly.of('AWS::S3::Bucket', bucketSchema).map(({ ref, arn, given }) => ({
    abortDays: rulesOf(given).find(({ AbortIncompleteMultipartUpload: rule }) => rule !== undefined)
      ?.AbortIncompleteMultipartUpload?.DaysAfterInitiation,
    name: ref,
    arn,
    cors: given.CorsConfiguration?.CorsRules ?? [],
    announces: announces(given.NotificationConfiguration?.EventBridgeConfiguration),
    isVersioned: given.VersioningConfiguration?.Status === 'Enabled',
    lifecycle: rulesOf(given).map((each) => ({
      prefix: each.Prefix ?? '',
      days: each.ExpirationInDays,
      noncurrentDays: each.NoncurrentVersionExpiration?.NoncurrentDays,
      endsLoneMarkers: each.ExpiredObjectDeleteMarker === true,
    })),
  }));
}

const rulesOf = ({ LifecycleConfiguration }: z.infer<typeof bucketSchema>) =>
  (LifecycleConfiguration?.Rules ?? []).filter(({ Status }) => Status === 'Enabled');

const announces = (configuration: { EventBridgeEnabled?: boolean | undefined } | undefined) =>
  configuration !== undefined && configuration.EventBridgeEnabled !== false;
