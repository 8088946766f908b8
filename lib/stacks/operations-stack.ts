import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Deployment } from '../config/index.ts';
import { alarms, percentile, sum } from './alarms.ts';
import { type AlarmEntry, composites, functionGroups, type Watched } from './watched.ts';

export interface OperationsStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly watched: Watched;
}

/** Alarms for the operators, with what to do, and a dashboard. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, watched, ...props }: OperationsStackProps) {
    super(scope, id, props);
    const topic = this.#topic(deployment);
    this.#warn(alarms(this, watched, `Matricula/${deployment.name}`), topic);
    this.#watchSpending(deployment);
    new Dashboard(this, 'Overview').addWidgets(...flowGraphs(watched), ...functionGraphs(watched));
  }

  #warn(entries: Readonly<Record<string, AlarmEntry>>, topic: Topic) {
    const made = Object.entries(entries).map(([name, entry]) => ({
      alarm: this.#alarm(name, entry, topic),
      within: entry.within,
    }));
    for (const [name, impact] of Object.entries(composites)) {
      const parts = made.filter(({ within }) => within === name).map(({ alarm }) => alarm);
      const composite = new CompositeAlarm(this, name, {
        alarmRule: AlarmRule.anyOf(...parts),
        alarmDescription: `${impact} What to do: list the active alarms with the first command of docs/runbook.md, and open their entries.`,
      });
      composite.addAlarmAction(new SnsAction(topic));
      composite.addOkAction(new SnsAction(topic));
    }
  }

  /** An alarm that describes the effect on users and what to do. It mails unless a composite alarm does. */
  #alarm(name: string, { impact, action, runbook, within, periods = 1, ...entry }: AlarmEntry, topic: Topic) {
    const alarm = new Alarm(this, name, {
      ...entry,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${impact} What to do: ${action} More: docs/runbook.md#${runbook}`,
    });
    if (within === undefined) alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  }

  /**
   * The policy that requires TLS replaces the topic's default policy, so it also has to let alarms publish.
   */
  #topic({ alarmEmail }: Deployment) {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    const conditions = { StringEquals: { 'aws:SourceAccount': this.account } };
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }));
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }

  /**
   * The budget has no fixed name: CloudFormation replaces it when alarmEmail changes, and creates the new one
   * first.
   */
  #watchSpending({ monthlyBudget, alarmEmail }: Deployment) {
    if (!monthlyBudget || !alarmEmail) return;
    const mail = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [mail('ACTUAL', 80), mail('FORECASTED', 100)],
    });
  }
}

const flowGraphs = ({ api: { contracts }, conversion: { machine } }: Watched) => [
  graph(
    'Calls, and their latency',
    [contracts.api.metricCount(sum)],
    [contracts.api.metricLatency(percentile('p95'))],
  ),
  graph('Calls that failed', [contracts.api.metricClientError(sum), contracts.api.metricServerError(sum)]),
  graph('Conversions', [machine.metricStarted(sum), machine.metricFailed(sum), machine.metricTimedOut(sum)]),
  graph('Time of a conversion', [
    machine.metricTime(percentile('p50')),
    machine.metricTime(percentile('p99')),
  ]),
];

const functionGraphs = (watched: Watched) =>
  Object.values(functionGroups(watched))
    .flatMap(({ functions }) => Object.entries(functions))
    .map(([name, each]) =>
      graph(
        name,
        [each.metricErrors(sum), each.metricThrottles(sum)],
        [each.metricDuration(percentile('p95'))],
      ),
    );

const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
  new GraphWidget({ title, left, right, width: 12 });
