import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ApplicationStage } from '../../lib/application-stage.ts';
import { ReviewedChecks } from '../../lib/checks/reviewed-checks.ts';
import { withDeliveries } from '../support/delivery-settings.ts';
import { context, inFolder } from './cloud.ts';

export interface Finding {
  readonly rule: string;
  readonly path: string;
}

/** Findings of cdk-nag in a deployment with deliveries: all, and those that are not accepted. */
export function findingsIn(stage: string): {
  readonly all: readonly Finding[];
  readonly open: readonly Finding[];
} {
  return inFolder((outdir) => findingsOf(stage, new App({ outdir, context })));
}

function findingsOf(stage: string, app: App) {
  new ApplicationStage(app, withDeliveries(stage));
  const listed = (checks: AwsSolutionsChecks) =>
    checks
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath = '' }) => ({ rule: ruleName, path: constructPath })),
      );
  return { all: listed(new AwsSolutionsChecks(app)), open: listed(new ReviewedChecks(app)) };
}
