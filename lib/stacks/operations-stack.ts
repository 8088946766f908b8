import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { AlarmRule, CompositeAlarm, Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Deployment } from '../config/index.ts';
import { type Alarms, alarmTopic, composites, operatorAlarm } from '../constructs/operator-alarms.ts';
import { alarms, percentile, sum } from './alarms.ts';
import { functionGroups, type Watched } from './watched.ts';

export interface OperationsStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly watched: Watched;
}

/** Alarms for the operators, with what to do, and a dashboard. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, watched, ...props }: OperationsStackProps) {
    super(scope, id, props);
    this.#warn(alarms(this, watched, `Matricula/${deployment.name}`), alarmTopic(this, deployment));
    this.#watchSpending(deployment);
    new Dashboard(this, 'Overview').addWidgets(...flowGraphs(watched), ...functionGraphs(watched));
  }

  #warn(entries: Alarms, topic: ITopic) {
    const made = Object.entries(entries).map(([name, entry]) => ({
      alarm: operatorAlarm(this, name, entry, topic),
      within: entry.within,
    }));
    for (const [name, impact] of Object.entries(composites)) {
      const parts = made.filter(({ within }) => within === name).map(({ alarm }) => alarm);
      const composite = new CompositeAlarm(this, name, {
        alarmRule: AlarmRule.anyOf(...parts),
        alarmDescription: `${impact} What to do: list the active alarms with the first commands of docs/runbook.md, and open their entries.`,
      });
      composite.addAlarmAction(new SnsAction(topic));
      composite.addOkAction(new SnsAction(topic));
    }
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
