/**
 * Lambda responds to an asynchronous call immediately. If the function fails, Lambda calls it twice more, and
 * then sends a record to its destination:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { describe, expect, it, vi } from 'vitest';
import { type Resources, withFixture } from './fixture.ts';

const queue = 'App/Undelivered/Resource';
const log = vi.fn();

const change = (resources: Resources) => {
  const idOf = (type: string, isMeant: (properties: Record<string, unknown>) => boolean = () => true) =>
    Object.entries(resources).find(([, each]) => each.Type === type && isMeant(each.Properties))?.[0];
  const worker = idOf('AWS::Lambda::Function', ({ MemorySize }) => MemorySize === 128) ?? '';
  const own = resources[worker];
  if (own === undefined) return;
  const destination = { 'Fn::GetAtt': [idOf('AWS::SQS::Queue'), 'Arn'] };
  own.Properties.DeadLetterConfig = { TargetArn: destination };
  resources.Retries = {
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: {
      FunctionName: { Ref: worker },
      Qualifier: '$LATEST',
      DestinationConfig: { OnFailure: { Destination: destination } },
    },
  };
  resources.Clock = {
    Type: 'AWS::Events::Rule',
    Properties: {
      ScheduleExpression: 'rate(1 day)',
      State: 'ENABLED',
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [worker, 'Arn'] },
          Id: 'Target0',
          Input: '{"action":"fail","n":"scheduled"}',
          RetryPolicy: { MaximumRetryAttempts: 0 },
        },
      ],
    },
  };
  resources.ClockMayCall = {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [worker, 'Arn'] },
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': ['Clock', 'Arn'] },
    },
  };
  const [{ 'Fn::GetAtt': role }] = [own.Properties.Role as { 'Fn::GetAtt': readonly [string] }];
  const statement = { Sid: 'Failed', Effect: 'Allow', Action: 'sqs:SendMessage', Resource: destination };
  resources.MaySend = {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: 'MaySend',
      PolicyDocument: { Version: '2012-10-17', Statement: [statement] },
      Roles: [{ Ref: role[0] }],
    },
  };
};
const fixture = withFixture({ change, log, quotas: { eventRetrySeconds: [0, 0] } });

const invoke = (event: object) =>
  new LambdaClient(fixture().settings).send(
    new InvokeCommand({
      FunctionName: fixture().names.worker,
      InvocationType: 'Event',
      Payload: JSON.stringify(event),
    }),
  );

describe('an asynchronous call', () => {
  it('gets 202 immediately, and leaves no message when it succeeds', async () => {
    const { StatusCode, Payload } = await invoke({ action: 'count' });
    expect([StatusCode, Payload?.length ?? 0]).toEqual([202, 0]);
    await fixture().cloud.quiet();
    expect(fixture().cloud.messages(queue)).toEqual([]);
  });

  it('that fails is repeated twice, and then in the queues of the failure destination and of dead letters', async () => {
    await invoke({ action: 'fail', n: 1 });
    await fixture().cloud.quiet();
    const [record, letter] = fixture().cloud.messages(queue);
    expect(JSON.parse(record?.body ?? '')).toMatchObject({
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
      requestPayload: { action: 'fail', n: 1 },
      responsePayload: { errorType: 'OnPurpose', errorMessage: 'on purpose' },
    });
    expect(letter).toEqual({
      body: '{"action":"fail","n":1}',
      attributes: { ErrorCode: '200', ErrorMessage: 'on purpose' },
    });
  });

  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html: that one is about the
  // delivery alone.
  it('of a rule by its schedule is repeated too, whatever the retry policy of the rule says', async () => {
    const before = fixture().cloud.messages(queue).length;
    await fixture().cloud.runSchedules(new Date('2026-11-22T00:00:00Z'));
    const [record] = fixture().cloud.messages(queue).slice(before);
    expect(JSON.parse(record?.body ?? '')).toMatchObject({
      requestContext: { approximateInvokeCount: 3 },
      requestPayload: { action: 'fail', n: 'scheduled' },
    });
  });

  it('is lost when the role of the function may not send to the queue', async () => {
    const { cloud } = fixture();
    const before = cloud.messages(queue).length;
    const statement = cloud.statements().find((each) => each.statement.Sid === 'Failed');
    if (statement === undefined) throw new Error('No statement to remove');
    const restore = cloud.withoutStatement(statement);
    await invoke({ action: 'fail' });
    await cloud.quiet();
    restore();
    expect(cloud.messages(queue)).toHaveLength(before);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('its role may not send the event'));
  });

  it('is refused when its event is larger than 1 MB', async () => {
    await expect(invoke({ action: 'echo', text: 'x'.repeat(1_048_576) })).rejects.toMatchObject({
      name: 'RequestTooLargeException',
    });
  });
});
