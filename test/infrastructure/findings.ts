import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ApplicationStage } from '../../lib/application-stage.ts';
import { ReviewedChecks } from '../../lib/checks/reviewed-checks.ts';
import { sampleDeliveries, withDeliveries } from '../support/delivery-settings.ts';
import { context, inFolder } from './cloud.ts';

export interface Finding {
  readonly rule: string;
  readonly path: string;
}

/** Findings of cdk-nag in a deployment with a canary and deliveries: all, and those that are not accepted. */
export function findingsIn(stage: string): {
  readonly all: readonly Finding[];
  readonly open: readonly Finding[];
} {
  return inFolder((outdir) => findingsOf(stage, new App({ outdir, context })));
}

function findingsOf(stage: string, app: App) {
  const deployment = withDeliveries(stage, ...Object.values(sampleDeliveries));
  new ApplicationStage(app, { ...deployment, canary: { user: 'canary@example.edu' } });
  const listed = (checks: AwsSolutionsChecks) =>
    checks
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath = '' }) => ({ rule: ruleName, path: constructPath })),
      );
  return { all: listed(new AwsSolutionsChecks(app)), open: listed(new ReviewedChecks(app)) };
}
