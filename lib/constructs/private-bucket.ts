import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/**
 * A bucket that only roles can read: encrypted, TLS 1.2 only, no ACLs, no public access. One that is deleted
 * with its stack is emptied first, because S3 deletes no bucket with files.
 */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, props: BucketProps & { readonly removalPolicy: RemovalPolicy }) {
    const { lifecycleRules = [], ...rest } = props;
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [...lifecycleRules, { abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      autoDeleteObjects: props.removalPolicy === RemovalPolicy.DESTROY,
      ...rest,
    });
  }
}
