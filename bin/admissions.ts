import { App, Validations } from 'aws-cdk-lib';
import { ApplicationStage } from '../lib/application-stage.ts';
import { ReviewedChecks } from '../lib/checks/reviewed-checks.ts';
import { deploymentNamed } from '../lib/config/index.ts';

const app = new App();
const deployment = deploymentNamed(app.node.tryGetContext('stage') ?? 'dev');
// `npm run dev -- --partner` shows another partner on the same stage.
const partner: string = app.node.tryGetContext('partner') ?? deployment.partner;
const user: string | undefined = app.node.tryGetContext('canary');
const canary = user === undefined ? deployment.canary : { user };
new ApplicationStage(app, { ...deployment, partner, ...(canary && { canary }) });
// The local run skips the checks; `npm run check` and `cdk deploy` always run them.
if (process.env.CDK_VALIDATION !== 'false') Validations.of(app).addPlugins(new ReviewedChecks(app));
app.synth();
