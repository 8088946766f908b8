import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, Billing, type ITableV2, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  Bucket,
  type BucketProps,
  type CfnBucket,
  HttpMethods,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct, IConstruct } from 'constructs';
import { nightlyExportDays } from '../../shared/api/export-time.ts';
import { accept } from '../checks/reviewed-checks.ts';
import { type Deployment, madeIdentity } from '../config/index.ts';
import { ApplicantPool } from '../constructs/applicant-pool.ts';
import { MailEvents } from '../constructs/mail-events.ts';
import { MailIdentity } from '../constructs/mail-identity.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { StaffPool } from '../constructs/staff-pool.ts';

export interface DataStackProps extends StackProps {
  readonly deployment: Deployment;
}

/** Props of the stacks that use the data. */
export interface DeploymentProps extends DataStackProps {
  readonly data: DataStack;
}

/** A deleted or replaced file can be restored for a day. */
const deletedVersions = {
  noncurrentVersionExpiration: Duration.days(1),
  expiredObjectDeleteMarker: true,
};

/** Everything that outlives a release: applications, accounts, files and secrets. */
export class DataStack extends Stack {
  readonly table: ITableV2;
  /** The audit log, to which functions can only add. */
  readonly auditTable: ITableV2;
  readonly uploads: PrivateBucket;
  readonly documents: PrivateBucket;
  /** Submitted applications as the university's systems download them. */
  readonly packages: PrivateBucket;
  /** CloudTrail's log of file reads and of calls to the operators' function. */
  readonly trailLogs: PrivateBucket;
  readonly userExports: PrivateBucket;
  readonly accounts: ApplicantPool;
  readonly mailEvents: MailEvents;
  readonly originSecret: Secret;
  readonly pepperSecret: Secret;
  readonly staffTokenSecret: Secret;
  /** Operators put the value of the identity provider here. */
  readonly staffClientSecret: Secret;
  /** Only for a university whose identity provider speaks SAML. */
  readonly staffPool: StaffPool | undefined;
  readonly #removalPolicy: RemovalPolicy;

  constructor(scope: Construct, id: string, { deployment, ...props }: DataStackProps) {
    super(scope, id, props);
    const kept = deployment.removal === 'retain';
    // Retained, unless the deployment that creates a resource fails: no stack would manage the leftover.
    this.#removalPolicy = kept ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    const { restored } = deployment;
    this.table = this.#table('Applications', deployment, restored?.table);
    this.auditTable = this.#table('AuditLog', deployment, restored?.auditTable);

    const accessLogs = this.#bucket('AccessLogs', [{ expiration: Duration.days(90) }]);
    this.uploads = this.#uploadBucket(accessLogs);
    this.documents = this.#documentBucket(accessLogs);
    this.packages = this.#packageBucket(accessLogs, deployment.deliveries);
    const asLongAsAuditLog = [{ expiration: Duration.days(400) }];
    this.trailLogs = this.#bucket('TrailLogs', asLongAsAuditLog, { accessLogs });
    this.userExports = this.#userExportBucket(accessLogs, Duration.days(deployment.backup.retentionDays));

    this.mailEvents = new MailEvents(this, 'MailEvents');
    const sender = madeIdentity(deployment);
    const identity = sender && new MailIdentity(this, 'MailIdentity', sender);
    this.accounts = new ApplicantPool(this, `Applicants${restored?.userPool ?? ''}`, {
      deployment,
      removalPolicy: this.#removalPolicy,
    });

    this.originSecret = this.#secret(
      'OriginSecret',
      'Proves to the functions that a request came through CloudFront',
    );
    this.pepperSecret = this.#secret('PepperSecret', 'Keys the names under which addresses are throttled');
    this.staffTokenSecret = this.#secret(
      'ServiceTokenSecret', // another id would replace the secret and revoke all links
      'Signs the short-lived tokens that let staff read one application',
    );
    this.staffClientSecret = this.#secret(
      'StaffClientSecret',
      "Client secret of the staff console: replace its value by the identity provider's",
    );

    this.staffPool = this.#staffPool(deployment);

    this.#createProtectedLast(
      accessLogs,
      ...(identity ? [identity] : []),
      ...(this.staffPool ? [this.staffPool] : []),
    );

    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'AuditTableName', { value: this.auditTable.tableName });
    new CfnOutput(this, 'UserPoolId', { value: this.accounts.pool.userPoolId });
    new CfnOutput(this, 'DocumentsBucket', { value: this.documents.bucketName });
    new CfnOutput(this, 'StaffClientSecretArn', { value: this.staffClientSecret.secretArn });
    new CfnOutput(this, 'PackagesBucket', { value: this.packages.bucketName });
    new CfnOutput(this, 'UserExportsBucket', { value: this.userExports.bucketName });
  }

  /**
   * Creates deletion-protected resources last: CloudFormation cannot roll them back if another resource
   * fails.
   */
  #createProtectedLast(accessLogs: PrivateBucket, ...more: readonly IConstruct[]) {
    const { uploads, documents, packages, trailLogs, userExports } = this;
    const buckets = [accessLogs, uploads, documents, packages, trailLogs, userExports];
    const secrets = [this.originSecret, this.pepperSecret, this.staffTokenSecret, this.staffClientSecret];
    const others = [...buckets, ...secrets, this.mailEvents, ...more];
    this.accounts.pool.node.addDependency(...others);
    this.table.node.addDependency(this.accounts);
    this.auditTable.node.addDependency(this.accounts, this.table);
  }

  /** A table that the stack makes or, after a restore, the restored one. */
  #table(id: string, { removal, warmThroughput: warm }: Deployment, restored: string | undefined): ITableV2 {
    if (restored !== undefined) return TableV2.fromTableName(this, `Restored${id}`, restored);
    return new TableV2(this, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      timeToLiveAttribute: 'expires_at',
      ...(warm && {
        warmThroughput: { readUnitsPerSecond: warm.reads, writeUnitsPerSecond: warm.writes },
      }),
      deletionProtection: removal === 'retain',
      removalPolicy: this.#removalPolicy,
    });
  }

  /**
   * The files that applicants upload. They are never served, and are deleted after a day. Each new object
   * starts a conversion.
   */
  #uploadBucket(accessLogs: PrivateBucket) {
    return sendEvents(this.#bucket('Uploads', [{ expiration: Duration.days(1) }], { accessLogs }));
  }

  /**
   * Converted documents and application PDFs. A deleted document can be restored for a day. Application PDFs
   * also expire after a day, because they can be drawn again; the functions delete outdated ones immediately.
   * Scripts of the console may read what a signed link opens.
   */
  #documentBucket(accessLogs: PrivateBucket) {
    const rules = [deletedVersions, { prefix: 'application-pdfs/', expiration: Duration.days(1) }];
    const cors = [{ allowedMethods: [HttpMethods.GET], allowedOrigins: ['*'], maxAge: 3600 }];
    return sendEvents(this.#bucket('Documents', rules, { accessLogs, versioned: true, cors }));
  }

  /**
   * Packages are not backed up: they can be rebuilt from the table and the documents. A deleted one can be
   * restored for a day. The owner of a bucket that gets copies allows this account to replicate.
   */
  #packageBucket(accessLogs: PrivateBucket, { sftp, replicateTo }: Deployment['deliveries']) {
    const rules = [deletedVersions, { prefix: 'exports/', expiration: Duration.days(nightlyExportDays) }];
    const packages = this.#bucket('Packages', rules, {
      ...{ accessLogs, versioned: true },
      ...(replicateTo && { replicationRules: [{ destination: this.#bucketOf(replicateTo) }] }),
    });
    if (sftp) sendEvents(packages);
    accept(packages, /IAM5\[Resource::.*\/\*\]$/, 'S3 reads new objects here and replicates them there');
    return packages;
  }

  #bucketOf({ account, bucket }: NonNullable<Deployment['deliveries']['replicateTo']>) {
    const bucketArn = `arn:${this.partition}:s3:::${bucket}`;
    return Bucket.fromBucketAttributes(this, 'PackageCopies', { account, bucketArn });
  }

  /** Daily lists of all users. The bucket is versioned because AWS Backup requires it. */
  #userExportBucket(accessLogs: PrivateBucket, expiration: Duration) {
    const rules = [{ expiration }, deletedVersions];
    return sendEvents(this.#bucket('UserExports', rules, { accessLogs, versioned: true }));
  }

  #bucket(
    id: string,
    lifecycleRules: LifecycleRule[],
    { accessLogs, ...more }: BucketProps & { readonly accessLogs?: PrivateBucket } = {},
  ) {
    return new PrivateBucket(this, id, {
      lifecycleRules,
      ...(accessLogs && {
        serverAccessLogsBucket: accessLogs,
        serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      }),
      ...more,
      removalPolicy: this.#removalPolicy,
    });
  }

  #staffPool({ staff, domain }: Deployment) {
    if (staff?.provider.kind !== 'saml' || domain === undefined) return undefined;
    return new StaffPool(this, 'Staff', { provider: staff.provider, host: domain.name });
  }

  #secret(id: string, description: string) {
    const secret = new Secret(this, id, {
      description,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: this.#removalPolicy,
    });
    accept(secret, /SMG4/, 'Rotated by hand: a new pepper loses the names in the audit log');
    return secret;
  }
}

/**
 * Sends a bucket's events to EventBridge, for conversions and because AWS Backup requires it. The L2 property
 * would add a custom resource with its own function.
 */
function sendEvents(bucket: PrivateBucket): PrivateBucket {
  (bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  };
  return bucket;
}
