import { Duration, type RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import {
  AccountRecovery,
  type CfnUserPoolClient,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  type UserPoolProps,
} from 'aws-cdk-lib/aws-cognito';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { accept } from '../checks/reviewed-checks.ts';
import type { Deployment } from '../config/index.ts';

export interface ApplicantPoolProps {
  readonly deployment: Deployment;
  readonly removalPolicy: RemovalPolicy;
}

/** Settings of every user pool: it signs no one up, and sends no mail. */
export const poolSettings = {
  // The Lite plan has everything that is used here. Essentials would double the largest cost item.
  featurePlan: FeaturePlan.LITE,
  selfSignUpEnabled: false,
  signInAliases: { email: true },
  accountRecovery: AccountRecovery.NONE,
  mfa: Mfa.OFF,
  passwordPolicy: {
    minLength: 12,
    requireDigits: true,
    requireLowercase: true,
    requireSymbols: true,
    requireUppercase: true,
  },
} satisfies UserPoolProps;

/**
 * The accounts of applicants: a case-insensitive email address and a strong password. Only our functions use
 * its one client.
 */
export class ApplicantPool extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  /** Cognito returns it to five calls a second, too few for the functions that a release starts. */
  readonly clientSecret: Secret;

  constructor(scope: Construct, id: string, props: ApplicantPoolProps) {
    super(scope, id);
    const { deployment, removalPolicy } = props;
    this.pool = new UserPool(this, 'Pool', {
      ...poolSettings, // our functions create accounts, and send all mails
      signInCaseSensitive: false,
      // Cognito gives every user a new `sub`. This attribute keeps the application's id when a user is
      // re-created.
      customAttributes: { applicant: new StringAttribute({ mutable: false }) },
      deletionProtection: deployment.removal === 'retain',
      removalPolicy,
    });
    accept(this.pool, /COG8/, 'Plus costs ten times as much; the table and the firewall slow down guessing');
    accept(
      this.pool,
      /COG2/,
      'Applicants use the account for one season, and many have no phone of their own',
    );
    this.client = this.pool.addClient('Functions', {
      generateSecret: true,
      disableOAuth: true,
      authFlows: { adminUserPassword: true },
      preventUserExistenceErrors: true,
      // Only administrators may write the custom attribute, because it decides which application is opened.
      readAttributes: new ClientAttributes()
        .withStandardAttributes({ email: true, emailVerified: true })
        .withCustomAttributes('applicant'),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      enableTokenRevocation: true,
      // Sessions are stored in the table. Cognito's tokens only prove the password, so they are as
      // short-lived as possible.
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    const { attrClientSecret } = this.client.node.defaultChild as CfnUserPoolClient;
    this.clientSecret = new Secret(this, 'ClientSecret', {
      description: 'Proves to the user pool that a call comes from our functions',
      secretStringValue: SecretValue.resourceAttribute(attrClientSecret),
      removalPolicy,
    });
    accept(this.clientSecret, /SMG4/, 'Cognito makes the secret with its client, which has no other');
  }
}
