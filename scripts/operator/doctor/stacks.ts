import type { Deployment } from '../../../lib/config/index.ts';

interface StackState {
  readonly name: string;
  readonly status: string;
  readonly isProtected: boolean;
  readonly outputs: ReadonlyMap<string, string>;
}

/** The deployment's stacks that exist. */
export async function stacksOf({ name, region }: Deployment): Promise<readonly StackState[]> {
  const { CloudFormationClient, paginateDescribeStacks } = await import('@aws-sdk/client-cloudformation');
  const found: StackState[] = [];
  for await (const { Stacks = [] } of paginateDescribeStacks(
    { client: new CloudFormationClient({ region }) },
    {},
  ))
    for (const {
      StackName = '',
      StackStatus = '',
      EnableTerminationProtection = false,
      Outputs = [],
    } of Stacks)
      if (StackName.startsWith(`Matricula-${name}-`))
        found.push({
          name: StackName,
          status: StackStatus,
          isProtected: EnableTerminationProtection,
          outputs: new Map(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
        });
  return found;
}

/** The stack with this suffix, such as Data, if it exists. */
export const stackOf = async (deployment: Deployment, part: string): Promise<StackState | undefined> =>
  (await stacksOf(deployment)).find(({ name }) => name === `Matricula-${deployment.name}-${part}`);
