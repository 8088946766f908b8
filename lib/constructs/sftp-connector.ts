import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnConnector } from 'aws-cdk-lib/aws-transfer';
import { Construct } from 'constructs';
import { accept } from '../checks/reviewed-checks.ts';
import type { SftpSetting } from '../config/index.ts';

export interface SftpConnectorProps {
  readonly setting: SftpSetting;
  readonly stage: string;
  /** The ARN of the bucket with the files, and the prefix of their keys. */
  readonly bucket: string;
  readonly prefix: string;
}

/** Files sent in parallel. It is the most that a connector can do. */
const maxConnections = 5;

/**
 * AWS's SFTP client for one server, with the secret that has the user's private key. The operator fills in
 * the key: {"Username": "...", "PrivateKey": "..."}.
 */
export class SftpConnector extends Construct {
  readonly secret: Secret;
  readonly connector: CfnConnector;

  constructor(scope: Construct, id: string, { setting, stage, bucket, prefix }: SftpConnectorProps) {
    super(scope, id);
    const { host, port, hostKeys } = setting;
    this.secret = new Secret(this, 'Key', {
      secretName: `aws/transfer/matricula-${stage}`, // Transfer Family reads only such names
      description: 'The user and the private key of the SFTP server of the university',
      generateSecretString: {
        // Without the user's name: CloudFormation would replace the stored key when it changes.
        secretStringTemplate: JSON.stringify({ Username: '' }),
        generateStringKey: 'PrivateKey',
      },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    accept(this.secret, /SMG4/, 'The login of a server of the university, which changes it there');
    accept(this, /IAM5\[Resource::.*\/exports\/\*\]$/, 'Each night has new object names');
    accept(
      this,
      /IAM5\[Resource::.*:\/aws\/transfer\/\*\]$/,
      'The name of the log has the id of the connector',
    );
    this.connector = new CfnConnector(this, 'Connector', {
      url: `sftp://${host}:${port}`,
      accessRole: this.#accessRole(bucket, prefix).roleArn,
      loggingRole: this.#loggingRole().roleArn,
      sftpConfig: {
        userSecretId: this.secret.secretArn,
        trustedHostKeys: [...hostKeys],
        maxConcurrentConnections: maxConnections,
      },
    });
    // The connector reads the secret when it is created.
    for (const role of this.node.findAll().filter((each) => each instanceof Role))
      this.connector.node.addDependency(role);
  }

  /** It reads the files to send, and the key. */
  #accessRole(bucket: string, prefix: string): Role {
    return this.#role('Access', [
      statement('FindFiles', ['s3:ListBucket', 's3:GetBucketLocation'], bucket),
      statement('ReadFiles', ['s3:GetObject', 's3:GetObjectVersion'], `${bucket}/${prefix}*`),
      statement('ReadKey', ['secretsmanager:GetSecretValue'], this.secret.secretArn),
    ]);
  }

  #loggingRole(): Role {
    const { partition, region, account } = Stack.of(this);
    const logs = `arn:${partition}:logs:${region}:${account}:log-group:/aws/transfer/*`;
    const actions = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];
    return this.#role('Logging', [statement('WriteLog', actions, logs)]);
  }

  #role(id: string, statements: readonly PolicyStatement[]): Role {
    const { account } = Stack.of(this);
    const role = new Role(this, id, {
      assumedBy: new ServicePrincipal('transfer.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    });
    for (const each of statements) role.addToPolicy(each);
    return role;
  }
}

const statement = (sid: string, actions: readonly string[], resource: string) =>
  new PolicyStatement({ sid, effect: Effect.ALLOW, actions: [...actions], resources: [resource] });
