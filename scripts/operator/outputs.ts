import { UsageError } from '../command-line/usage-error.ts';
import { readStack } from './aws-errors.ts';
import type { ClientSettings } from './target.ts';

type Outputs = Readonly<Record<string, string>>;

/** Stack states with complete outputs. After a failed update, the stack has its previous outputs. */
const usable =
  /^((CREATE|UPDATE|IMPORT)_COMPLETE|UPDATE_COMPLETE_CLEANUP_IN_PROGRESS|(UPDATE|IMPORT)_ROLLBACK_COMPLETE)$/;

const remedies: readonly (readonly [RegExp, (stack: string, region: string) => string])[] = [
  [/_IN_PROGRESS$/, () => 'Wait until the deployment has ended.'],
  [
    /^UPDATE_ROLLBACK_FAILED$/,
    (stack, region) =>
      `Continue its roll-back first: aws cloudformation continue-update-rollback --stack-name ${stack} --region ${region}`,
  ],
  [
    /./,
    (stack, region) =>
      `Its creation failed, and there is nothing to restore. See why: aws cloudformation describe-stack-events --stack-name ${stack} --region ${region}`,
  ],
];

/** The outputs of a stack whose creation or last update succeeded. */
export async function outputsOf(client: ClientSettings, region: string, StackName: string): Promise<Outputs> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const { Stacks = [] } = await readStack(StackName, 'cloudformation:DescribeStacks', region, () =>
    new CloudFormationClient(client).send(new DescribeStacksCommand({ StackName })),
  );
  const [{ StackStatus = '', Outputs = [] } = {}] = Stacks;
  if (!usable.test(StackStatus)) {
    const remedy = remedies.find(([pattern]) => pattern.test(StackStatus))?.[1](StackName, region);
    throw new UsageError(`The stack ${StackName} is ${StackStatus}. ${remedy ?? ''}`.trim());
  }
  return Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

/** An output that this version of a stack has. */
export function requiredOutput(outputs: Outputs, stack: string, name: string): string {
  const value = outputs[name];
  if (value === undefined)
    throw new UsageError(`The stack ${stack} has no output ${name}: deploy this version of it first.`);
  return value;
}
