import { assemblyOf } from '../build/index.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readAws } from './aws-errors.ts';
import { type DeployTools, deployTools } from './cdk.ts';
import { stacksOf } from './stacks.ts';
import { knownDeployment } from './target.ts';

const consequences = {
  destroy: `Everything is deleted: applications, documents, accounts, secrets, logs and backups of users.`,
  retain: `The site stops. Kept, and billed, until you delete them: the tables, the user pool, files, secrets and the backup vault.
The vault cannot be emptied before its retention ends.`,
} as const;

/** Removes the stacks of a stage, after the operator typed its name. */
export async function destroy(
  { stage }: { readonly stage: string },
  tools: DeployTools = deployTools,
): Promise<void> {
  const deployment = knownDeployment(stage);
  const stacks = await readAws('cloudformation:DescribeStacks', deployment.region, () =>
    stacksOf(deployment),
  );
  if (stacks.length === 0)
    throw new UsageError(`${stage} has no stacks in ${deployment.region}: there is nothing to remove.`);
  console.log(`${stage} in ${deployment.region} has ${stacks.length} stacks.
${consequences[deployment.removal]}
The network interfaces of the converter keep its stack for 20 to 40 minutes.`);
  const typed = await tools.ask(`Type the name of the stage to remove it: `);
  if (typed === undefined)
    throw new UsageError('A terminal is required: the name of the stage must be typed.');
  if (typed !== stage) throw new UsageError('Nothing was removed.');
  await tools.check(stage);
  const { CloudFormationClient, UpdateTerminationProtectionCommand } = await import(
    '@aws-sdk/client-cloudformation'
  );
  for (const { name, region } of stacks.filter(({ isProtected }) => isProtected))
    await new CloudFormationClient({ region }).send(
      new UpdateTerminationProtectionCommand({ StackName: name, EnableTerminationProtection: false }),
    );
  await tools.cdk('destroy', '**', '--app', assemblyOf(stage), '--force');
  console.log(
    `Removed. If S3 delivered more access logs in the meantime and Data is DELETE_FAILED, repeat this command.`,
  );
}
