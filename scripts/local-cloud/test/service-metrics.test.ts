import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { invoke, startExecution, withFixture } from './fixture.ts';

let time = Date.now();
const fixture = withFixture({ now: () => time });
const state = (name: string) =>
  fixture()
    .cloud.alarms()
    .find((each) => each.name === `${name}Alarm`)?.state;

/** The alarm fires after the work, and was silent before it. */
async function fires(name: string, work: () => Promise<unknown>) {
  expect(state(name)).toBe('OK');
  await work();
  await eventually(() => expect(state(name)).toBe('ALARM'));
}

const failing = () => fetch(`${fixture().cloud.url}/api/do/fail`);

it('API Gateway counts a call that its function failed (http-api-metrics.html)', () =>
  fires('Calls', failing));

it('Lambda counts errors of functions (monitoring-metrics-types.html)', async () => {
  await failing();
  await eventually(() => expect(state('Errors')).toBe('ALARM'));
});

it('CloudFront reports the share of requests that failed (programming-cloudwatch-metrics.html)', async () => {
  await failing();
  await eventually(() => expect(state('Site')).toBe('ALARM'));
});

it('CloudWatch Logs counts lines of a function, and not those of its text (FilterAndPatternSyntaxForMetricFilters.html)', () =>
  fires('Lines', () => invoke(fixture(), { action: 'log' })));

it('Step Functions counts executions that failed (procedure-cw-metrics.html)', () =>
  fires('Executions', () => startExecution(fixture(), { action: 'crash' })));

it('DynamoDB counts a throttled request by its operation (metrics-dimensions.html)', () =>
  fires('Table', async () => {
    const { cloud, names, settings } = fixture();
    const restore = cloud.injectFault({
      matches: ({ headers }) => headers['x-amz-target']?.endsWith('.GetItem') ?? false,
      effect: { errorName: 'ProvisionedThroughputExceededException' },
    });
    const Key = { pk: { S: 'APP#1' }, sk: { S: 'META' } };
    const read = new DynamoDBClient(settings).send(new GetItemCommand({ TableName: names.table, Key }));
    await expect(read).rejects.toThrow();
    restore();
  }));

it('a service that answers late keeps its callers waiting (fault injection)', async () => {
  const { cloud, names, settings } = fixture();
  const restore = cloud.injectFault({
    matches: ({ headers }) => headers['x-amz-target']?.endsWith('.GetItem') ?? false,
    effect: { milliseconds: 400 },
  });
  const Key = { pk: { S: 'APP#1' }, sk: { S: 'META' } };
  const began = performance.now();
  await new DynamoDBClient(settings).send(new GetItemCommand({ TableName: names.table, Key }));
  expect(performance.now() - began).toBeGreaterThan(390); // it may be later on a busy machine, never sooner
  restore();
});

it('SES counts a mail to an address that bounces, with its configuration set (event-publishing-add-event-destination-cloudwatch.html)', () =>
  fires('Mails', async () => {
    const { cloud, asWorker } = fixture();
    const [, ConfigurationSetName] =
      Object.entries(cloud.outputs).find(([path]) => path.endsWith('/Mails/Resource')) ?? [];
    const send = (to: string, set: string | undefined) =>
      new SESv2Client(asWorker).send(
        new SendEmailCommand({
          ...{ FromEmailAddress: 'desk@example.edu', Destination: { ToAddresses: [to] } },
          ConfigurationSetName: set,
          Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' } } } },
        }),
      );
    await send('ana@example.com', ConfigurationSetName);
    await send('bounce@simulator.amazonses.com', undefined);
    await send('complaint@simulator.amazonses.com', ConfigurationSetName);
    expect(state('Mails')).toBe('OK');
    await send('bounce+label@simulator.amazonses.com', ConfigurationSetName);
  }));

it('SQS reports the events that EventBridge could not deliver (eb-rule-dlq.html)', () =>
  fires('Queue', async () => {
    const { cloud, names, settings } = fixture();
    const starts = cloud
      .statements()
      .filter(({ statement }) => [statement.Action].flat().includes('states:StartExecution'));
    const ends = starts.map((statement) => cloud.withoutStatement(statement));
    await new S3Client({ ...settings, forcePathStyle: true }).send(
      new PutObjectCommand({ Bucket: names.uploads, Key: 'uploads/me/file', Body: 'x' }),
    );
    for (const end of ends) end();
  }));

it('CloudFront answers 502 while its origin cannot be reached (http-502-bad-gateway.html)', async () => {
  const { cloud } = fixture();
  const restore = cloud.injectFault({
    matches: ({ url }) => url.pathname === '/index.html',
    effect: 'origin down',
  });
  expect((await fetch(`${cloud.url}/index.html`)).status).toBe(502);
  restore();
  // CloudFront keeps the error for ten seconds.
  time += 11_000;
  expect((await fetch(`${cloud.url}/index.html`)).status).toBe(200);
});
