import { App, Validations } from 'aws-cdk-lib';
import { ApplicationStage } from '../lib/application-stage.ts';
import { ReviewedChecks } from '../lib/checks/reviewed-checks.ts';
import { deploymentIn } from '../lib/config/index.ts';
import { refusalOfSample } from '../lib/config/sample.ts';
import { university } from '../shared/partners/index.ts';

const app = new App();
const deployment = deploymentIn((name) => app.node.tryGetContext(name));
// Local runs and checks of the sample set this context; `cdk deploy` does not.
const refusal =
  app.node.tryGetContext('examples') === 'allowed' ? undefined : refusalOfSample(deployment, university);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
new ApplicationStage(app, deployment);
// The local run skips the checks; `npx matricula ops check` and `cdk deploy` always run them.
if (process.env.CDK_VALIDATION !== 'false') Validations.of(app).addPlugins(new ReviewedChecks(app));
app.synth();
