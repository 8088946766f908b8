import { type Deployment, regionsOf } from '../../lib/config/index.ts';

interface StackState {
  readonly name: string;
  readonly region: string;
  readonly status: string;
  /** False if its first creation failed, or was only planned. */
  readonly isCreated: boolean;
  readonly isProtected: boolean;
  readonly outputs: ReadonlyMap<string, string>;
}

const notCreated = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

/** The stacks of the deployment in all its regions, also those that were not created. */
export async function stacksOf(deployment: Deployment): Promise<readonly StackState[]> {
  const found = regionsOf(deployment).map((region) => stacksIn(region, deployment));
  return (await Promise.all(found)).flat();
}

async function stacksIn(region: string, { name }: Deployment): Promise<readonly StackState[]> {
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
          region,
          status: StackStatus,
          isCreated: !notCreated.test(StackStatus),
          isProtected: EnableTerminationProtection,
          outputs: new Map(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
        });
  return found;
}

/** The stack with this suffix, such as Data, if it was created. */
export const stackOf = async (deployment: Deployment, part: string): Promise<StackState | undefined> =>
  (await stacksOf(deployment)).find(
    ({ name, isCreated }) => isCreated && name === `Matricula-${deployment.name}-${part}`,
  );
