import { regionsOf } from '../../../lib/config/index.ts';
import { stacksOf } from '../stacks.ts';
import { type DoctorCheck, failed, isNamed, ok } from './check.ts';

/** Minimum bootstrap version that the stacks' assets need. CDK writes it into the assembly. */
const bootstrapVersion = 8;

export const account: DoctorCheck = {
  title: 'The AWS account',
  permission: 'sts:GetCallerIdentity',
  async run({ deployment: { account: expected, region } }) {
    const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
    const { Account: found = 'unknown' } = await new STSClient({ region }).send(
      new GetCallerIdentityCommand({}),
    );
    if (expected === undefined || found === expected) return ok(`${found} in ${region}`);
    return failed(
      `your credentials are of account ${found}, and deployments.ts says ${expected}`,
      'Log in to the other account (export AWS_PROFILE=...), or correct `account` in deployments.ts.',
    );
  },
};

/** Undefined if the region is not bootstrapped. */
async function bootstrapVersionIn(region: string): Promise<number | undefined> {
  const { GetParameterCommand, SSMClient } = await import('@aws-sdk/client-ssm');
  const get = new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' });
  try {
    return Number((await new SSMClient({ region }).send(get)).Parameter?.Value);
  } catch (error) {
    if (isNamed(error, 'ParameterNotFound')) return undefined;
    throw error;
  }
}

/** `ops deploy` offers to fix what this check finds. */
export const bootstrap: DoctorCheck = {
  title: 'CDK bootstrap',
  permission: 'ssm:GetParameter',
  async run({ deployment }) {
    const problems: string[] = [];
    for (const region of regionsOf(deployment)) {
      const version = await bootstrapVersionIn(region);
      if (version !== undefined && version >= bootstrapVersion) continue;
      problems.push(
        version === undefined
          ? `${region} is not bootstrapped`
          : `version ${version} in ${region} is older than ${bootstrapVersion}, which the stacks need`,
      );
    }
    if (problems.length === 0) return ok(regionsOf(deployment).join(', '));
    return failed(
      problems.join('; '),
      'npx matricula ops deploy offers it. With fewer permissions: docs/deploy.md#cdk-bootstrap.',
    );
  },
};

const see = 'See docs/deploy.md#failed-first-deployment.';

/** The fix for a stack that a deployment cannot update; undefined if it can. */
function remedyOf(status: string, stack: string, isProtected: boolean): string | undefined {
  if (/^(ROLLBACK_COMPLETE|REVIEW_IN_PROGRESS)$/.test(status))
    return isProtected
      ? `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${stack}. ${see}`
      : undefined;
  if (status.endsWith('_IN_PROGRESS'))
    return `Wait for it: aws cloudformation describe-stacks --stack-name ${stack}`;
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return `aws cloudformation continue-update-rollback --stack-name ${stack}`;
  if (status.endsWith('_FAILED'))
    return `Read why: aws cloudformation describe-stack-events --stack-name ${stack}. Then delete the stack. ${see}`;
  return undefined;
}

export const stuckStacks: DoctorCheck = {
  title: 'Stacks can be updated',
  permission: 'cloudformation:DescribeStacks',
  async run({ deployment }) {
    const stacks = await stacksOf(deployment);
    const stuck = stacks.flatMap(({ name, region, status, isProtected }) => {
      const remedy = remedyOf(status, `${name} --region ${region}`, isProtected);
      return remedy === undefined ? [] : [{ state: `${name} is ${status}`, remedy }];
    });
    if (stuck.length === 0) return ok(stacks.length === 0 ? 'none yet' : `${stacks.length} stacks`);
    return failed(stuck.map(({ state }) => state).join(', '), stuck.map(({ remedy }) => remedy).join(' '));
  },
};
