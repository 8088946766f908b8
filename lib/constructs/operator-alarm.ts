import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

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

export interface OperatorAlarmProps extends AlarmEntry {
  readonly topic: ITopic;
}

/** An alarm that describes the effect on users and what to do. It mails unless a composite alarm does. */
export class OperatorAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: OperatorAlarmProps) {
    const { metric, threshold, periods = 1, impact, action, runbook, within, topic } = props;
    super(scope, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${impact} What to do: ${action} More: docs/runbook.md#${runbook}`,
    });
    if (within === undefined) this.addAlarmAction(new SnsAction(topic));
  }
}
