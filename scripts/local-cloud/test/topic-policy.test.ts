/**
 * A topic's policy replaces the default, which allows the account's own services to publish. A policy that
 * only denies therefore silences alarms:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html
 */
import { describe, expect, it } from 'vitest';
import { type Resources, resourcesOf, withFixture } from './fixture.ts';

const onlyTls = {
  Effect: 'Deny',
  Principal: '*',
  Action: 'sns:Publish',
  Resource: { Ref: 'Muted' },
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
};

const alarmsOf = (topic: string, SourceAccount: object | string) => ({
  Effect: 'Allow',
  Principal: { Service: 'cloudwatch.amazonaws.com' },
  Action: 'sns:Publish',
  Resource: { Ref: topic },
  Condition: { StringEquals: { 'aws:SourceAccount': SourceAccount } },
});

const policies: Readonly<Record<string, readonly object[] | undefined>> = {
  Muted: [onlyTls],
  Open: [{ ...onlyTls, Resource: { Ref: 'Open' } }, alarmsOf('Open', { Ref: 'AWS::AccountId' })],
  Foreign: [alarmsOf('Foreign', '111111111111')],
  Plain: undefined,
};

const change = (resources: Resources) => {
  const alarms = resourcesOf(resources, 'AWS::CloudWatch::Alarm');
  if (alarms.length === 0) return;
  for (const [name, Statement] of Object.entries(policies)) {
    resources[name] = { Type: 'AWS::SNS::Topic', Properties: { TopicName: name } };
    if (Statement === undefined) continue;
    const PolicyDocument = { Version: '2012-10-17', Statement };
    const Properties = { Topics: [{ Ref: name }], PolicyDocument };
    resources[`${name}Policy`] = { Type: 'AWS::SNS::TopicPolicy', Properties };
  }
  for (const { Properties } of alarms)
    Properties.AlarmActions = Object.keys(policies).map((Ref) => ({ Ref }));
};
const fixture = withFixture({ change });

describe('an alarm', () => {
  it('reaches topics whose policy lets CloudWatch of this account publish, or that have no policy', () => {
    const { cloud } = fixture();
    const [alarm] = cloud.alarms();
    const reached = alarm?.topics.filter((each) => cloud.letsAlarmsIn(each));
    expect(reached?.map((each) => each.split(':').at(-1))).toEqual(['Open', 'Plain']);
  });
});
