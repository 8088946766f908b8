import { App, Validations } from 'aws-cdk-lib';
import { ApplicationStage } from '../lib/application-stage.ts';
import { ReviewedChecks } from '../lib/checks/reviewed-checks.ts';
import { deploymentIn } from '../lib/config/index.ts';

const app = new App();
new ApplicationStage(
  app,
  deploymentIn((name) => app.node.tryGetContext(name)),
);
// The local run skips the checks; `npx matricula ops check` and `cdk deploy` always run them.
if (process.env.CDK_VALIDATION !== 'false') Validations.of(app).addPlugins(new ReviewedChecks(app));
app.synth();
