import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../../lib/config/index.ts';
import { university } from '../../shared/partners/index.ts';
import { assemblyOf, linesLeftFromSample } from '../build/index.ts';
import { root } from '../build/root.ts';
import { sample, universityFolder } from '../build/university.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readAws } from './aws-errors.ts';
import { type DeployTools, deployTools } from './cdk.ts';
import { checkLine } from './check-lines.ts';
import { dnsRecordsNeeded } from './dns-records.ts';
import { bootstrap as bootstrapCheck } from './doctor/account-checks.ts';
import { runDoctor } from './doctor/checks.ts';
import { executionPolicy } from './execution-policy.ts';
import { knownDeployment } from './target.ts';

interface Options {
  readonly stage: string;
  readonly yes: boolean;
  /** An account for the smoke test, whose password is in SMOKE_PASSWORD. */
  readonly user?: string | undefined;
}

/** Stacks that CDK deploys at the same time. */
const concurrency = '4';

/** Checks and deploys a stage. Nothing changes before the operator has agreed. */
export async function deploy({ stage, yes, user }: Options, tools: DeployTools = deployTools): Promise<void> {
  const deployment = knownDeployment(stage);
  console.log(`${university.name}, ${stage}, ${deployment.region} (${universityFolder()})`);
  refuseSample(deployment);
  const agree = async (question: string) => {
    if (yes) return;
    const answer = await tools.ask(`${question} (y/N) `);
    if (answer === undefined) throw new UsageError('--yes is required without a terminal.');
    if (!/^y(es)?$/i.test(answer)) throw new UsageError('Nothing was changed.');
  };
  const isBootstrapped = !(await needsBootstrap(stage));
  await tools.check(stage);
  if (!isBootstrapped) await bootstrap(stage, tools, agree);
  const app = ['--app', assemblyOf(stage)];
  await tools.cdk('diff', '**', ...app, '--method', 'template');
  await agree(`Deploy these changes, with the permissions above, to ${stage}?`);
  const outputs = join('dist', `outputs-${stage}.json`);
  await tools.cdk('deploy', '**', ...app, ...deployOptions, '--outputs-file', outputs);
  await sayOutputs(stage, outputs);
  if (user === undefined)
    console.log(
      `Next: confirm the emails to alarmEmail, sign up at SiteUrl, and run npx matricula ops smoke --stage ${stage} --user <that account>.`,
    );
  else await tools.smoke(stage, user);
}

/** Throws for a production deployment that has anything of the sample. */
function refuseSample({ name, environment }: Deployment): void {
  if (environment !== 'production') return;
  if (universityFolder() === sample)
    throw new UsageError(
      `${name} is a production deployment, and the university is the sample: make yours with npx matricula ops init.`,
    );
  const left = linesLeftFromSample([name]);
  if (left.length > 0)
    throw new UsageError(
      `${name} is a production deployment, and these are still the sample's:\n${left.join('\n')}\nReplace them (docs/university.md).`,
    );
}

const deployOptions = ['--require-approval', 'never', '--concurrency', concurrency, '--progress', 'events'];

/** Throws if the account is not ready. Only the bootstrap may be missing. */
async function needsBootstrap(stage: string): Promise<boolean> {
  const deployment = knownDeployment(stage);
  const lines = await runDoctor({ deployment, applicants: 10_000 }, (line) => {
    const isFine = line.outcome === 'ok' || line.outcome === 'skipped' || line.title === bootstrapCheck.title;
    if (!isFine) console.log(checkLine(line));
  });
  const failed = lines.filter(({ outcome }) => outcome === 'failed');
  const others = failed.filter(({ title }) => title !== bootstrapCheck.title);
  if (others.length > 0)
    throw new UsageError(
      `Nothing was deployed: ${others.length === 1 ? 'one check' : `${others.length} checks`} of the account failed. Do what is said above, then repeat this command.`,
    );
  return failed.length > 0;
}

/** Prepares the region for CDK, with all permissions unless the operator did it with fewer. */
async function bootstrap(stage: string, { cdk }: DeployTools, agree: (question: string) => Promise<void>) {
  const policy = join('dist', `execution-policy-${stage}.json`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(
    join(root, policy),
    `${JSON.stringify(executionPolicy(join(root, assemblyOf(stage))), null, 2)}\n`,
  );
  console.log(
    `The bootstrap of CDK gives CloudFormation all permissions. For fewer, answer no, make an IAM policy of ${policy}, and bootstrap with it: docs/deploy.md#cdk-bootstrap.`,
  );
  const { region } = knownDeployment(stage);
  await agree(`Bootstrap ${region}?`);
  await cdk('bootstrap', '--app', assemblyOf(stage));
}

/** Prints all outputs, and the DNS records that are still missing. */
async function sayOutputs(stage: string, file: string): Promise<void> {
  const outputs: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readFileSync(join(root, file), 'utf8'),
  );
  for (const [stack, values] of Object.entries(outputs))
    for (const [name, value] of Object.entries(values)) console.log(`${stack}.${name}: ${value}`);
  const deployment = knownDeployment(stage);
  const records = await readAws('ses:GetEmailIdentity', deployment.region, () =>
    dnsRecordsNeeded(deployment),
  );
  const missing = records.filter(({ state }) => state !== 'present');
  if (missing.length > 0) console.log('Add these DNS records:');
  for (const { type, name, value, why } of missing) console.log(`  ${name} ${type} ${value}  (${why})`);
  console.log(`Deployed; ${file} has all outputs.`);
}
