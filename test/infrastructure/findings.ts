import { App } from 'aws-cdk-lib';
import { ApplicationStage } from '../../lib/application-stage.ts';
import { acceptedReasons, ReviewedChecks } from '../../lib/checks/reviewed-checks.ts';
import { withDeliveries } from '../support/delivery-settings.ts';
import { context, inFolder } from './cloud.ts';

export interface Finding {
  readonly rule: string;
  readonly path: string;
}

/** Findings of cdk-nag in a deployment with deliveries that are not accepted, and reasons for accepting. */
export function findingsIn(stage: string): {
  readonly open: readonly Finding[];
  readonly reasons: readonly string[];
  readonly used: ReadonlySet<string>;
} {
  return inFolder((outdir) => findingsOf(stage, new App({ outdir, context })));
}

function findingsOf(stage: string, app: App) {
  new ApplicationStage(app, withDeliveries(stage));
  const checks = new ReviewedChecks(app);
  const open = checks
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath = '' }) => ({ rule: ruleName, path: constructPath })),
    );
  return { open, reasons: acceptedReasons(app), used: checks.used };
}
