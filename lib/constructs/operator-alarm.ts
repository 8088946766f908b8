import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** An alarm before it is created: what it watches, and what its mail says. */
export interface AlarmEntry {
  readonly metric: IMetric;
  readonly threshold: number;
  /** How many periods in a row must be above the threshold; 1 unless it says otherwise. */
  readonly periods?: number;
  /** A scheduled job always has values. Without any it has stopped, and the alarm fires too. */
  readonly firesWithoutValues?: boolean;
  /** What applicants or staff experience, in words that an operator understands when woken at night. */
  readonly impact: string;
  readonly action: string;
  /** The heading of its entry in docs/runbook.md, as the link to it writes it. */
  readonly runbook: string;
}

export interface OperatorAlarmProps extends AlarmEntry {
  readonly topic: ITopic;
}

/** An alarm whose mail says what users experience and what to do. Another mail follows when it is over. */
export class OperatorAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: OperatorAlarmProps) {
    const { metric, threshold, periods = 1, firesWithoutValues, impact, action, runbook, topic } = props;
    super(scope, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: firesWithoutValues ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${impact} What to do: ${action} More: docs/runbook.md#${runbook}`,
    });
    this.addAlarmAction(new SnsAction(topic));
    this.addOkAction(new SnsAction(topic));
  }
}
