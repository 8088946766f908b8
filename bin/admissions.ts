import { App, Validations } from 'aws-cdk-lib';
import { ApplicationStage } from '../lib/application-stage.ts';
import { ReviewedChecks } from '../lib/checks/reviewed-checks.ts';
import { type Deployment, deploymentIn, exampleAddressesIn } from '../lib/config/index.ts';
import { leftFromSample } from '../lib/config/sample.ts';
import { university } from '../shared/partners/index.ts';

const app = new App();
const deployment = deploymentIn((name) => app.node.tryGetContext(name));
// Local runs and checks of the sample set this context; `cdk deploy` does not.
if (app.node.tryGetContext('examples') !== 'allowed') refuseExamples(deployment);
new ApplicationStage(app, deployment);
// The local run skips the checks; `npx matricula ops check` and `cdk deploy` always run them.
if (process.env.CDK_VALIDATION !== 'false') Validations.of(app).addPlugins(new ReviewedChecks(app));
app.synth();

/** Production never shows the sample university, or addresses that were not replaced. */
function refuseExamples(deployment: Deployment): void {
  if (deployment.environment !== 'production') return;
  const found = [
    ...exampleAddressesIn(deployment).map((each) => `deployments.ts: ${each}`),
    ...leftFromSample(university).map((each) => `university.ts: ${each}`),
  ];
  if (found.length === 0) return;
  console.error(
    `${deployment.name} is a production deployment, and these are still the sample's:\n${found.join('\n')}\nReplace them in the folder of your university (docs/university.md).`,
  );
  process.exit(1);
}
