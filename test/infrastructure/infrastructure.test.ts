import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deploymentNames } from '../../lib/config/index.ts';
import { duties, operatorFunction } from '../../shared/api/operator.ts';
import { routes } from '../../shared/api/routes.ts';
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

describe('site and API', () => {
  test('the API has exactly the routes of shared/api', () => {
    const written = Object.values(routes).flatMap((calls) =>
      Object.values(calls).map(({ method, path }) => `${method} ${path}`),
    );
    const routed = all('AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey);
    expect(routed.toSorted()).toEqual(written.toSorted());
  });

  test('exactly these calls work without a session', () => {
    const open = Object.values(routes).flatMap((calls) =>
      Object.values<{ method: string; path: string; access: string }>(calls)
        .filter(({ access }) => access !== 'applicant' && access !== 'staff')
        .map(({ method, path, access }) => `${access}: ${method} ${path}`),
    );
    expect(open).toEqual([
      'public: POST /public/signup',
      'public: POST /public/confirm',
      'public: POST /public/login',
      'public: POST /public/resend-confirm',
      'public: POST /public/forgot-password',
      'public: POST /public/reset-password',
      'ending: GET /api/logout',
      'public: GET /lookup/find',
      'public: GET /public/tmp',
      'public: POST /public/tmp',
      'public: GET /public/settings',
      'public: POST /public/trouble',
      'public: GET /public/unsubscribe',
      'public: POST /public/unsubscribe',
      'service: GET /service/tmp-pdf',
      'service: GET /service/pdf',
      'service: GET /service/document-answer/{answer_key}',
      'public: GET /api/staff/sign-in',
      'public: GET /api/staff/callback',
    ]);
  });

  test('the access log has no URLs or query strings, and floods are throttled', () => {
    const { AccessLogSettings, DefaultRouteSettings } = only('AWS::ApiGatewayV2::Stage');
    expect(AccessLogSettings.Format).not.toMatch(/\$context\.(path|identity)|query/i);
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 });
  });

  const dist = join(import.meta.dirname, '../../dist');

  /** The hashes of the inline blocks of a page, as a browser computes them. */
  const hashesIn = (page: string, tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
      ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );

  test('every page allows its own inline blocks and no others', () => {
    const drawn = globSync(['pages/*.html', 'web/*.html'], { cwd: dist });
    expect(drawn.length).toBeGreaterThan(6);
    for (const file of drawn) {
      const page = readFileSync(join(dist, file), 'utf8');
      const policy = `script-src 'self'${hashesIn(page, 'script')}; style-src 'self'${hashesIn(page, 'style')}`;
      expect(page).toContain(`<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
      expect(page).not.toMatch(/ (on\w+|style)=|javascript:/);
    }
  });

  const headersOf = (id: string) =>
    all('AWS::CloudFront::ResponseHeadersPolicy').find(({ path }) => path === `Web/${id}/Resource`)
      ?.properties.ResponseHeadersPolicyConfig;

  test('the content security policy allows two buckets and no other host, and fits the pages of every release', () => {
    const policyOf = (id: string) =>
      nameOf(headersOf(id).SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
    const everywhere =
      "default-src 'none'; img-src 'self' data: blob:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";
    expect(policyOf('PageHeaders')).toBe(
      `${everywhere}; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self'; connect-src 'self' https://Uploads https://Documents; manifest-src 'self'`,
    );
    expect(policyOf('CallHeaders')).toBe(`${everywhere}; style-src 'unsafe-inline'`);
  });

  test.each(['PageHeaders', 'CallHeaders'])('%s has the other security headers', (id) => {
    const { SecurityHeadersConfig, CustomHeadersConfig } = headersOf(id);
    const names = CustomHeadersConfig.Items.map(({ Header }: { Header: string }) => Header);
    expect(names).not.toContain('retry-after');
    expect(SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
    });
  });

  test('site and API share one host, and no call is cached except the settings', () => {
    const { CacheBehaviors, DefaultCacheBehavior, Origins } = only(
      'AWS::CloudFront::Distribution',
    ).DistributionConfig;
    expect(CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      '/public/settings',
      '/api/*',
      '/public/*',
      '/service/*',
      '/lookup/*',
    ]);
    const [settings, ...calls] = CacheBehaviors;
    expect(settings.OriginRequestPolicyId).toBeUndefined();
    expect(only('AWS::CloudFront::CachePolicy').CachePolicyConfig).toMatchObject({
      ...{ MinTTL: 0, DefaultTTL: 0, MaxTTL: 20 },
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    });
    for (const behavior of calls) {
      expect(behavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad'); // CachingDisabled
      expect(behavior.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac'); // AllViewerExceptHostHeader
    }
    for (const behavior of [DefaultCacheBehavior, ...CacheBehaviors])
      expect(behavior.ResponseHeadersPolicyId).toBeDefined();
    const [secret] = Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders);
    expect(secret.HeaderName).toBe('x-origin-secret');
    expect(nameOf(secret.HeaderValue)).toBe('{{resolve:secretsmanager:OriginSecret:SecretString:::}}');
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
