import type { Deployment } from '../../../lib/config/index.ts';

interface StackState {
  readonly name: string;
  readonly status: string;
  readonly isProtected: boolean;
}

/** The deployment's stacks that exist. */
export async function stacksOf({ name, region }: Deployment): Promise<readonly StackState[]> {
  const { CloudFormationClient, paginateDescribeStacks } = await import('@aws-sdk/client-cloudformation');
  const found: StackState[] = [];
  for await (const { Stacks = [] } of paginateDescribeStacks(
    { client: new CloudFormationClient({ region }) },
    {},
  ))
    for (const { StackName = '', StackStatus = '', EnableTerminationProtection = false } of Stacks)
      if (StackName.startsWith(`Matricula-${name}-`))
        found.push({ name: StackName, status: StackStatus, isProtected: EnableTerminationProtection });
  return found;
}
