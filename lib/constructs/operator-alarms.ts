import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Deployment } from '../config/index.ts';

/** An alarm before it is created: its metric and the text of its mail. */
export interface AlarmEntry {
  readonly metric: IMetric;
  readonly threshold: number;
  /** Consecutive periods that must exceed the threshold; default 1. */
  readonly periods?: number;
  /** Effect on applicants or staff, in words that an operator understands when woken at night. */
  readonly impact: string;
  readonly action: string;
  /** The anchor of its entry in docs/runbook.md. */
  readonly runbook: string;
  /** The composite alarm that mails instead, so one cause sends one mail. */
  readonly within?: Composite;
}

/** Composite alarms, which mail at their beginning and their end. */
export const composites = {
  ApplicantsCannotWork: 'Applicants cannot work.',
  Degraded: 'Applicants or staff wait, or miss a part of the product.',
} as const;
export type Composite = keyof typeof composites;

export type Alarms = Readonly<Record<string, AlarmEntry>>;

/**
 * The topic that mails alarms of a region. The policy that requires TLS replaces the topic's default policy,
 * so it also has to let alarms publish.
 */
export function alarmTopic(scope: Construct, { alarmEmail }: Deployment): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }));
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
}

/** An alarm that describes the effect on users and what to do. It mails unless a composite alarm does. */
export function operatorAlarm(
  scope: Construct,
  name: string,
  { impact, action, runbook, within, periods = 1, ...entry }: AlarmEntry,
  topic: ITopic,
): Alarm {
  const alarm = new Alarm(scope, name, {
    ...entry,
    evaluationPeriods: periods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${impact} What to do: ${action} More: docs/runbook.md#${runbook}`,
  });
  if (within === undefined) alarm.addAlarmAction(new SnsAction(topic));
  return alarm;
}
