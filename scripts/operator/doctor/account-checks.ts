import { regionsOf } from '../../../lib/config/index.ts';
import { duties, operatorFunction } from '../../../shared/api/operator.ts';
import { retentionFunction } from '../../../shared/api/retention.ts';
import { check, isNamed } from './check.ts';
import { stacksOf } from './stacks.ts';

/** Minimum bootstrap version that the stacks' assets need. CDK writes it into the assembly. */
const bootstrapVersion = 8;

const account = check({
  title: 'The AWS account',
  permission: 'sts:GetCallerIdentity',
  async read({ deployment: { region } }) {
    const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
    const { Account = 'unknown' } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
    return Account;
  },
  judge(found, { deployment }) {
    const { account: expected = found, region } = deployment;
    if (found === expected) return { outcome: 'ok', detail: `${found} in ${region}` };
    return {
      outcome: 'failed',
      detail: `your credentials are of account ${found}, and deployments.ts says ${expected}`,
      remedy: 'Log in to the other account (export AWS_PROFILE=...), or correct `account` in deployments.ts.',
    };
  },
});

/** The check that `ops deploy` may fix. */
export const bootstrapTitle = 'CDK bootstrap';

const bootstrap = check({
  title: bootstrapTitle,
  permission: 'ssm:GetParameter',
  async read({ deployment }) {
    const { GetParameterCommand, SSMClient } = await import('@aws-sdk/client-ssm');
    const get = new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' });
    const versionIn = async (region: string) => {
      try {
        return { region, version: Number((await new SSMClient({ region }).send(get)).Parameter?.Value) };
      } catch (error) {
        if (isNamed(error, 'ParameterNotFound')) return { region, version: undefined };
        throw error;
      }
    };
    return Promise.all(regionsOf(deployment).map(versionIn));
  },
  judge(found, { deployment: { account: id = '<account>' } }) {
    const old = found.filter(({ version = 0 }) => version < bootstrapVersion);
    if (old.length === 0) return { outcome: 'ok', detail: `version ${found[0]?.version}` };
    return {
      outcome: 'failed',
      detail: old
        .map(({ region, version }) =>
          version === undefined
            ? `${region} is not bootstrapped`
            : `version ${version} in ${region} is older than ${bootstrapVersion}, which the stacks need`,
        )
        .join('; '),
      remedy: `npx cdk bootstrap ${old.map(({ region }) => `aws://${id}/${region}`).join(' ')}`,
    };
  },
});

interface Advice {
  readonly status: RegExp;
  /** The fix for a stack, by its name and region; undefined if a deployment fixes it. */
  readonly remedy: (name: string, isProtected: boolean) => string | undefined;
}

const see = 'See docs/deploy.md#failed-first-deployment.';

/** The first match applies. */
const advice: readonly Advice[] = [
  {
    status: /^(ROLLBACK_COMPLETE|REVIEW_IN_PROGRESS)$/,
    remedy: (name, isProtected) =>
      isProtected
        ? `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}. ${see}`
        : undefined,
  },
  {
    status: /_IN_PROGRESS$/,
    remedy: (name) => `Wait for it: aws cloudformation describe-stacks --stack-name ${name}`,
  },
  {
    status: /^UPDATE_ROLLBACK_FAILED$/,
    remedy: (name) => `aws cloudformation continue-update-rollback --stack-name ${name}`,
  },
  {
    status: /^(ROLLBACK_FAILED|DELETE_FAILED|CREATE_FAILED)$/,
    remedy: (name) =>
      `Read why: aws cloudformation describe-stack-events --stack-name ${name}. Then delete the stack. ${see}`,
  },
];

const stacks = check({
  title: 'Stacks can be updated',
  permission: 'cloudformation:DescribeStacks',
  read: ({ deployment }) => stacksOf(deployment),
  judge(found) {
    const stuck = found.flatMap(({ name, region, status, isProtected }) => {
      const stack = `${name} --region ${region}`;
      const remedy = advice.find((each) => each.status.test(status))?.remedy(stack, isProtected);
      return remedy === undefined ? [] : [{ state: `${name} is ${status}`, remedy }];
    });
    if (stuck.length === 0)
      return { outcome: 'ok', detail: found.length === 0 ? 'none yet' : `${found.length} stacks` };
    return {
      outcome: 'failed',
      detail: stuck.map(({ state }) => state).join(', '),
      remedy: stuck.map(({ remedy }) => remedy).join(' '),
    };
  },
});

/**
 * Functions that operators call by a fixed name, each with its stack. Other fixed names, such as those of the
 * event bus and some log groups, are free after their stack is deleted. The vault has its own check.
 */
const fixedNames = [
  ...duties.map((duty) => ({ nameIn: (stage: string) => operatorFunction(stage, duty), part: 'Api' })),
  { nameIn: retentionFunction, part: 'Retention' },
];

const names = check({
  title: 'The names that are fixed are free',
  permission: 'lambda:GetFunctionConfiguration',
  async read({ deployment }) {
    const { GetFunctionConfigurationCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
    const lambda = new LambdaClient({ region: deployment.region });
    const ours = await stacksOf(deployment);
    const read = fixedNames.map(async ({ nameIn, part }) => {
      const FunctionName = nameIn(deployment.name);
      const stack = `Matricula-${deployment.name}-${part}`;
      const isOurs = ours.some(({ name, isCreated }) => isCreated && name === stack);
      try {
        await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
        return { FunctionName, stack, isFree: isOurs };
      } catch (error) {
        if (isNamed(error, 'ResourceNotFoundException')) return { FunctionName, stack, isFree: true };
        throw error;
      }
    });
    return Promise.all(read);
  },
  judge(all) {
    const taken = all.find(({ isFree }) => !isFree);
    if (taken === undefined)
      return { outcome: 'ok', detail: all.map(({ FunctionName }) => FunctionName).join(', ') };
    const { FunctionName, stack } = taken;
    return {
      outcome: 'failed',
      detail: `the function ${FunctionName} exists, but the stack ${stack} was not created`,
      remedy: `Delete it (aws lambda delete-function --function-name ${FunctionName}), or give the deployment another name in deployments.ts.`,
    };
  },
});

/** The account, and its existing resources. The first check tests the credentials. */
export const accountChecks = [account, bootstrap, stacks, names];
