import { describe, expect, test } from 'vitest';
import { deploymentNames } from '../../lib/config/index.ts';
import { duties, operatorFunction } from '../../shared/api/operator.ts';
import { production } from './cloud.ts';
import { findingsIn } from './findings.ts';
import { nameOf, permissionsIn, permissionsText } from './permissions.ts';

const { resources, all, only } = production();

test('infrastructure: consists of serverless services only [CO-11]', () => {
  for (const type of [
    'AWS::CloudFront::Distribution',
    'AWS::ApiGatewayV2::Api',
    'AWS::Lambda::Function',
    'AWS::DynamoDB::GlobalTable',
    'AWS::Cognito::UserPool',
    'AWS::S3::Bucket',
    'AWS::StepFunctions::StateMachine',
  ])
    all(type);
  const servers = /^AWS::(EC2::Instance|ECS|EKS|RDS|ElasticLoadBalancing|AutoScaling)/;
  expect(resources().filter(({ type }) => servers.test(type))).toEqual([]);
});

describe('data of applicants', () => {
  test('the tables are encrypted, can be restored for 35 days, and cannot be deleted', () => {
    const tables = all('AWS::DynamoDB::GlobalTable');
    expect(tables).toHaveLength(2);
    for (const { SSESpecification, TimeToLiveSpecification, Replicas } of tables.map(
      ({ properties }) => properties,
    )) {
      expect(SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
      expect(TimeToLiveSpecification).toEqual({ AttributeName: 'expires_at', Enabled: true });
      expect(Replicas).toHaveLength(1);
      expect(Replicas[0]).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      });
    }
  });

  test('the user pool requires strong passwords, ignores the case of addresses, and cannot be deleted', () => {
    expect(only('AWS::Cognito::UserPool')).toMatchObject({
      DeletionProtection: 'ACTIVE',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserPoolTier: 'LITE',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 12,
          RequireLowercase: true,
          RequireNumbers: true,
          RequireSymbols: true,
          RequireUppercase: true,
        },
      },
    });
  });

  test('the user pool has one client, with a secret, for passwords that a function passes on', () => {
    expect(only('AWS::Cognito::UserPoolClient')).toMatchObject({
      GenerateSecret: true,
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
  });

  test('only an administrator says which application a user who is created again has', () => {
    expect(only('AWS::Cognito::UserPool').Schema).toEqual([
      { AttributeDataType: 'String', Mutable: false, Name: 'applicant' },
    ]);
    const client = only('AWS::Cognito::UserPoolClient');
    expect(client.WriteAttributes).toEqual(['email']);
    expect(client.ReadAttributes).toContain('custom:applicant');
  });

  test('tables, buckets, accounts and secrets stay when a stack is deleted', () => {
    const stateful = /^AWS::(DynamoDB::|S3::Bucket$|Cognito::UserPool$|SecretsManager::Secret$)/;
    const kept = resources().filter(({ stack, type }) => stack === 'Data' && stateful.test(type));
    expect(kept).toHaveLength(14);
    expect(kept.filter(({ deletionPolicy }) => deletionPolicy !== 'RetainExceptOnCreate')).toEqual([]);
  });

  test('every bucket is private and encrypted', () => {
    for (const { properties } of all('AWS::S3::Bucket')) {
      expect(properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(properties.BucketEncryption).toBeDefined();
      expect(properties.OwnershipControls.Rules).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }]);
    }
  });

  test('every bucket requires TLS 1.2', () => {
    const policies = all('AWS::S3::BucketPolicy');
    expect(policies).toHaveLength(all('AWS::S3::Bucket').length);
    for (const { properties } of policies) {
      const denied = properties.PolicyDocument.Statement.filter(
        ({ Effect, Sid }: { Effect: string; Sid?: string }) => Effect === 'Deny' && Sid !== 'OnlyOwnTrails',
      );
      expect(denied.map(({ Condition }: { Condition: unknown }) => Condition)).toEqual([
        { Bool: { 'aws:SecureTransport': 'false' } },
        { NumericLessThan: { 's3:TlsVersion': 1.2 } },
      ]);
    }
  });

  test('uploads expire after a day, and a deleted document can be restored for a day', () => {
    const bucket = (path: string) =>
      all('AWS::S3::Bucket').find((each) => each.path === `${path}/Resource`)?.properties;
    expect(bucket('Data/Uploads').LifecycleConfiguration.Rules[0]).toEqual({
      ExpirationInDays: 1,
      Status: 'Enabled',
    });
    expect(bucket('Data/Uploads').NotificationConfiguration.EventBridgeConfiguration).toEqual({
      EventBridgeEnabled: true,
    });
    expect(bucket('Data/Documents')).toMatchObject({ VersioningConfiguration: { Status: 'Enabled' } });
    expect(bucket('Data/Documents').LifecycleConfiguration.Rules[0]).toMatchObject({
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    });
    // The function that draws a newer PDF removes the older one. This rule removes PDFs that were not
    // replaced.
    expect(bucket('Data/Documents').LifecycleConfiguration.Rules[1]).toEqual({
      ExpirationInDays: 1,
      Prefix: 'application-pdfs/',
      Status: 'Enabled',
    });
    // The console reads application PDFs with the script of its page.
    expect(bucket('Data/Documents').CorsConfiguration.CorsRules).toEqual([
      { AllowedMethods: ['GET'], AllowedOrigins: ['*'], MaxAge: 3600 },
    ]);
  });
});

describe('functions', () => {
  test('each role has exactly the permissions that were reviewed', async () => {
    await expect(permissionsText(resources())).toMatchFileSnapshot('permissions.txt');
  });

  test('no role of ours has a managed policy: only those by which AWS backs up and publishes', () => {
    const borrowing = all('AWS::IAM::Role').filter(
      ({ properties }) => properties.ManagedPolicyArns || properties.Policies,
    );
    expect(borrowing.map(({ path }) => path.replace(/\d.*/, ''))).toEqual([
      'Backup/Daily/Role/Resource',
      'Backup/Daily/RestoreTest/Role/Resource',
      'Web/Custom::S',
      'Web/Custom::CDKBucketDeployment',
    ]);
  });

  test('a function may act on all resources only to send traces and to join a network', () => {
    const wide = Object.entries(permissionsIn(resources()))
      .filter(([path]) => !/Machine|Custom::|Backup\/Daily$/.test(path))
      .flatMap(([path, lines]) =>
        lines
          .filter((line) => line.endsWith(' on *') && !line.startsWith('Trace:'))
          .map((line) => `${path} ${line.split(':')[0]}`),
      );
    expect(wide).toEqual(['Conversion/Office/Convert JoinNetwork']);
  });

  test('every log expires', () => {
    expect(all('AWS::Logs::LogGroup').filter(({ properties }) => !properties.RetentionInDays)).toEqual([]);
    // CDK's function that empties a bucket takes no log group; it runs once, and names only the bucket.
    const functions = all('AWS::Lambda::Function').filter(({ properties }) => !properties.LoggingConfig);
    expect(functions.map(({ path }) => path)).toEqual([
      'Web/Custom::S3AutoDeleteObjectsCustomResourceProvider/Handler',
    ]);
  });
});

test("operators' functions: no route and no permission leads to them from the web", () => {
  const named = all('AWS::Lambda::Function').flatMap(({ properties }) => properties.FunctionName ?? []);
  expect(named.sort()).toEqual([
    ...duties.map((duty) => operatorFunction('prod', duty)).sort(),
    'matricula-prod-retention',
  ]);
  const callable = all('AWS::Lambda::Permission').map(({ properties }) => [
    nameOf(properties.FunctionName),
    properties.Principal,
  ]);
  expect(callable.length).toBeGreaterThan(5);
  expect(callable.filter(([name]) => name.startsWith('Operator'))).toEqual([]);
  const ofRetention = callable.filter(([name]) => name.startsWith('Retention'));
  expect(new Set(ofRetention.map(([, principal]) => principal))).toEqual(new Set(['events.amazonaws.com']));
});

describe('cdk-nag', () => {
  const found = () => deploymentNames.map(findingsIn);

  test('every finding is accepted next to its construct', () => {
    expect(found().flatMap(({ open }) => open)).toEqual([]);
  });

  test('every reason for accepting still covers a finding', () => {
    const used = new Set(found().flatMap((each) => [...each.used]));
    const reasons = new Set(found().flatMap((each) => each.reasons));
    expect(reasons.size).toBeGreaterThan(10);
    expect([...reasons].filter((reason) => !used.has(reason))).toEqual([]);
  });
});

describe('alarms', () => {
  test('operators get mails about alarms and spending', () => {
    const operators = 'admissions-operators@example.edu';
    const subscribed = all('AWS::SNS::Subscription').map(({ stack, properties }) => [
      stack,
      properties.Protocol,
      properties.Endpoint,
    ]);
    expect(subscribed).toEqual(['Edge', 'Operations'].map((stack) => [stack, 'email', operators]));
    const { Budget, NotificationsWithSubscribers } = only('AWS::Budgets::Budget');
    expect(Budget.BudgetLimit).toEqual({ Amount: 500, Unit: 'USD' });
    const told = NotificationsWithSubscribers.flatMap(
      ({ Subscribers }: { Subscribers: unknown }) => Subscribers,
    );
    expect(told).toEqual(Array(2).fill({ SubscriptionType: 'EMAIL', Address: operators }));
  });
});
