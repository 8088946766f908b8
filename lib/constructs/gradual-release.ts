import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';
import { eventPattern, logMetric, sumOf } from './log-metric.ts';

/**
 * More failures than this in a minute, while a new version gets a tenth of the calls, return all calls to the
 * old one.
 */
const maxFailures = 3;

const oneMinute = { period: Duration.minutes(1), statistic: 'Sum' };

/**
 * Releases the API's functions gradually: a new version gets a tenth of the calls for five minutes, then
 * all. If its own calls fail, the old version gets all calls again, and CloudFormation rolls the deployment
 * back.
 * Failures of the old version do not stop a release that fixes them.
 */
export class GradualRelease extends Construct {
  constructor(scope: Construct, id: string, functions: Readonly<Record<string, AppFunction>>) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    const alarms = this.#alarms(Object.entries(functions));
    for (const [name, released] of Object.entries(functions)) {
      new LambdaDeploymentGroup(this, name, {
        application,
        role,
        alias: released.live,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }

  /**
   * Alarms about all new versions, because a release is one unit. Each sums at most ten metrics. They send no
   * mail, because the operators' alarms watch the same failures.
   */
  #alarms(functions: readonly (readonly [string, AppFunction])[]) {
    const parts = Array.from({ length: Math.ceil(functions.length / 5) }, (_, index) =>
      functions.slice(5 * index, 5 * index + 5),
    );
    return parts.map(
      (part, index) =>
        new Alarm(this, `Failures${index + 1}`, {
          metric: sumOf(
            part.flatMap(([name, each]) => [errorsOf(each), this.#failedCallsOf(name, each)]),
            oneMinute.period,
          ),
          threshold: maxFailures,
          evaluationPeriods: 1,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          treatMissingData: TreatMissingData.NOT_BREACHING,
          alarmDescription: 'A new version fails. The release is rolled back by itself.',
        }),
    );
  }

  /**
   * Unexpected errors, which a handler turns into responses. A 503 is about load or about AWS, which an
   * older version would meet too. The log line names the version (lambdas/http/middleware.ts).
   */
  #failedCallsOf(name: string, { function: { logGroup }, live }: AppFunction) {
    return logMetric(this, `${name}FailedCalls`, {
      namespace: this.node.path,
      logs: [logGroup],
      pattern: FilterPattern.all(
        eventPattern('call.ended'),
        FilterPattern.numberValue('$.message.status', '=', 500),
      ),
      dimensions: { Version: '$.message.version' },
      ...oneMinute,
    }).with({ dimensionsMap: { Version: live.version.version } });
  }
}

/**
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html: the dimensions of an alias that
 * calls two versions.
 */
const errorsOf = ({ live }: AppFunction) => {
  const { functionName } = live.lambda;
  return live.metricErrors({
    ...oneMinute,
    dimensionsMap: {
      FunctionName: functionName,
      Resource: `${functionName}:${live.aliasName}`,
      ExecutedVersion: live.version.version,
    },
  });
};
