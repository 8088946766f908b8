import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface OperatorAlarmProps {
  readonly metric: IMetric;
  readonly threshold: number;
  /** What applicants or staff experience, in words that an operator understands when woken at night. */
  readonly impact: string;
  readonly action: string;
  readonly topic: ITopic;
}

/** An alarm whose mail says what users experience and what to do. Another mail follows when it is over. */
export class OperatorAlarm extends Alarm {
  constructor(
    scope: Construct,
    id: string,
    { metric, threshold: above, impact: hurts, action: act, topic: tell }: OperatorAlarmProps,
  ) {
    super(scope, id, {
      metric,
      threshold: above,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${hurts} What to do: ${act}`,
    });
    this.addAlarmAction(new SnsAction(tell));
    this.addOkAction(new SnsAction(tell));
  }
}
