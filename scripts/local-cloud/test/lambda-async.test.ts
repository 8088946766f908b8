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
});
