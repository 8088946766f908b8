import { App, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { ConfigurationSet } from 'aws-cdk-lib/aws-ses';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';

const definition = (arn: string) => ({
  StartAt: 'Work',
  States: {
    Work: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: arn, 'Payload.$': '$' },
      OutputPath: '$.Payload',
      Retry: [
        {
          ErrorEquals: ['Lambda.TooManyRequestsException'],
          IntervalSeconds: 1,
          MaxAttempts: 5,
          BackoffRate: 1,
        },
      ],
      Catch: [{ ErrorEquals: ['OnPurpose'], ResultPath: '$.error', Next: 'Caught' }],
      Next: 'Rest',
    },
    Caught: { Type: 'Pass', Parameters: { 'caught.$': '$.error.Error' }, End: true },
    Rest: {
      Type: 'Choice',
      Choices: [{ Variable: '$.wait', IsPresent: true, Next: 'Wait' }],
      Default: 'Done',
    },
    Wait: { Type: 'Wait', Seconds: 2, Next: 'Again' },
    Again: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: arn, Payload: { action: 'count' } },
      OutputPath: '$.Payload',
      Next: 'Done',
    },
    Done: { Type: 'Succeed' },
  },
});

/**
 * A small cloud with one of each resource that the local cloud serves, in two stacks that refer to each
 * other.
 */
export function synthesizeFixture(outdir: string, functionFolder: string, siteFolder: string) {
  const app = new App({
    outdir,
    analyticsReporting: false,
    context: {
      '@aws-cdk/core:defaultCrossStackReferences': 'weak',
      'aws:cdk:bundling-stacks': [],
      'aws:cdk:enable-path-metadata': true,
    },
  });
  const data = new Stack(app, 'Data', { env: { region: 'us-east-1' } });
  const table = new TableV2(data, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    timeToLiveAttribute: 'expires_at',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    globalSecondaryIndexes: [
      { indexName: 'byOwner', partitionKey: { name: 'owner', type: AttributeType.STRING } },
    ],
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const uploads = new s3.Bucket(data, 'Uploads', {
    enforceSSL: true,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    lifecycleRules: [{ expiration: Duration.days(1), prefix: 'uploads/' }],
    cors: [
      {
        allowedMethods: [s3.HttpMethods.POST],
        allowedOrigins: ['https://site.example'],
        allowedHeaders: ['*'],
        maxAge: 300,
      },
    ],
  });
  (uploads.node.defaultChild as s3.CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  };
  const kept = new s3.Bucket(data, 'Kept', {
    versioned: true,
    lifecycleRules: [
      { noncurrentVersionExpiration: Duration.days(1), expiredObjectDeleteMarker: true },
      { prefix: 'short/', expiration: Duration.days(1) },
    ],
  });
  const secret = new Secret(data, 'Secret', {
    generateSecretString: { passwordLength: 40, excludePunctuation: true },
  });

  const stack = new Stack(app, 'App', { env: { region: 'us-east-1' } });
  const worker = new LambdaFunction(stack, 'Worker', {
    logGroup: new LogGroup(stack, 'WorkerLog'),
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(functionFolder),
    timeout: Duration.seconds(2),
    memorySize: 128,
    loggingFormat: LoggingFormat.JSON,
    environment: { GREETING: 'hello', TABLE_NAME: table.tableName },
  });
  const allow = (sid: string, statement: PolicyStatementProps) =>
    worker.addToRolePolicy(new PolicyStatement({ sid, ...statement }));
  allow('ReadOwn', {
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:BatchWriteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['APP#*'] } },
  });
  allow('WriteNotes', {
    actions: ['dynamodb:PutItem', 'dynamodb:BatchWriteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['NOTE#*'] } },
  });
  allow('Upload', {
    actions: ['s3:PutObject'],
    resources: [uploads.arnForObjects('uploads/*')],
  });
  allow('ListOwn', {
    actions: ['s3:ListBucketVersions'],
    resources: [kept.bucketArn],
    conditions: { StringLike: { 's3:prefix': ['own/*'] } },
  });
  allow('RemoveOwn', {
    actions: ['s3:DeleteObjectVersion'],
    resources: [kept.arnForObjects('own/*')],
  });
  const mails = new ConfigurationSet(stack, 'Mails');
  allow('Mail', {
    actions: ['ses:SendEmail'],
    resources: [
      `arn:aws:ses:us-east-1:${stack.account}:identity/*`,
      `arn:aws:ses:us-east-1:${stack.account}:configuration-set/${mails.configurationSetName}`,
      `arn:aws:ses:us-east-1:${stack.account}:configuration-set/forgotten`,
    ],
    conditions: { StringEquals: { 'ses:FromAddress': 'desk@example.edu' } },
  });
  allow('Secret', {
    actions: ['secretsmanager:GetSecretValue'],
    resources: [secret.secretArn],
  });

  const pool = new cognito.UserPool(stack, 'Pool', {
    selfSignUpEnabled: true,
    signInAliases: { email: true },
    autoVerify: { email: true },
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
    },
    lambdaTriggers: { customMessage: worker },
  });
  const client = pool.addClient('Client', {
    generateSecret: true,
    authFlows: { adminUserPassword: true },
    preventUserExistenceErrors: true,
  });

  const machine = new StateMachine(stack, 'Machine', {
    definitionBody: DefinitionBody.fromString(JSON.stringify(definition(worker.functionArn))),
  });
  worker.grantInvoke(machine);
  const undelivered = new Queue(stack, 'Undelivered');
  new Rule(stack, 'Uploaded', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [uploads.bucketName] }, object: { key: [{ prefix: 'uploads/' }] } },
    },
    targets: [new SfnStateMachine(machine, { deadLetterQueue: undelivered })],
  });

  const bus = new EventBus(stack, 'Bus', { eventBusName: 'fixture' });
  new Rule(stack, 'Told', {
    eventBus: bus,
    eventPattern: { source: ['desk'], detail: { name: [{ prefix: 'told-' }] } },
    targets: [new SfnStateMachine(machine)],
  });

  const api = new HttpApi(stack, 'Api');
  const integration = new HttpLambdaIntegration('Calls', worker);
  api.addRoutes({ path: '/api/do/{action}', methods: [HttpMethod.GET, HttpMethod.POST], integration });

  const site = new s3.Bucket(stack, 'Site', { blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL });
  const edge = (id: string, code: string) => ({
    function: new cloudfront.Function(stack, id, {
      code: cloudfront.FunctionCode.fromInline(code),
      runtime: cloudfront.FunctionRuntime.JS_2_0,
    }),
    eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
  });
  const headers = new cloudfront.ResponseHeadersPolicy(stack, 'Headers', {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'self'", override: true },
      contentTypeOptions: { override: true },
    },
    customHeadersBehavior: { customHeaders: [{ header: 'x-kept', value: 'policy', override: false }] },
    removeHeaders: ['etag'],
  });
  const apiHost = `${api.apiId}.execute-api.${stack.region}.amazonaws.com`;
  const distribution = new cloudfront.Distribution(stack, 'Distribution', {
    defaultRootObject: 'index.html',
    defaultBehavior: {
      origin: origins.S3BucketOrigin.withOriginAccessControl(site),
      responseHeadersPolicy: headers,
      functionAssociations: [
        edge(
          'Pages',
          "function handler(event) { var r = event.request; if (r.uri.indexOf('.') < 0) r.uri = '/index.html'; return r; }",
        ),
      ],
    },
    additionalBehaviors: {
      '/api/*': {
        origin: new origins.HttpOrigin(apiHost, {
          customHeaders: { 'x-origin-secret': secret.secretValue.unsafeUnwrap() },
        }),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        functionAssociations: [
          edge(
            'Calls',
            "function handler(event) { var r = event.request; r.headers['x-viewer-host'] = { value: r.headers.host.value }; return r; }",
          ),
        ],
      },
    },
  });
  new BucketDeployment(stack, 'Publish', {
    destinationBucket: site,
    sources: [Source.asset(siteFolder)],
    exclude: ['secret.txt', '*hidden*'],
  });
  const outputs = { table, uploads, secret, worker, pool, client, machine, api, site, distribution };
  new CfnOutput(stack, 'Names', { value: Object.keys(outputs).join(' ') });
  app.synth();
}
