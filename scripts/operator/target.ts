import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { type Deployment, deploymentNamed } from '../../lib/config/index.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { administrator, type Key, Keys } from '../local-cloud/iam/keys.ts';
import { readStack } from './aws-errors.ts';
import { localDefaults } from './target-options.ts';

/** Options that select a running product. */
export interface Target {
  readonly stage: string;
  /** The URL of its pages. */
  readonly site: string;
  readonly client: LambdaClientConfig;
  readonly region: string;
}

export interface TargetOptions {
  readonly stage?: string | undefined;
  readonly data: string;
  readonly port: string;
}

/** The options that select the same target, for a command that the operator can repeat. */
export function optionsOf({ stage, data, port }: TargetOptions): string {
  if (stage !== undefined) return ` --stage ${stage}`;
  const options = [
    { name: 'data', value: data, usual: localDefaults.data },
    { name: 'port', value: port, usual: localDefaults.port },
  ];
  const unusual = options.filter(({ value, usual }) => value !== usual);
  return unusual.map(({ name, value }) => ` --${name} ${/\s/.test(value) ? `"${value}"` : value}`).join('');
}

/** A deployment with the operator's own AWS credentials, or else the local cloud that `npm start` runs. */
export const targetOf = ({ stage, ...local }: TargetOptions): Promise<Target> | Target =>
  stage === undefined ? localPlace(local) : deployedPlace(stage);

/** Stage of the local cloud's assembly. Anyone who can read its folder has full access to it. */
const localStage = 'dev';

function localClient({ data, port }: Omit<TargetOptions, 'stage'>) {
  const folder = resolve(data);
  if (!existsSync(join(folder, 'keys-seed')))
    throw new UsageError(
      `There is no local cloud in ${folder}: start it with npm start, or name it with --data and --port.`,
    );
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = new Keys(folder, []).of(administrator);
  return { endpoint, region: 'us-east-1', credentials, maxAttempts: 1 };
}

function localPlace(options: Omit<TargetOptions, 'stage'>): Target {
  const client = localClient(options);
  return {
    stage: localStage,
    site: client.endpoint,
    client,
    region: client.region,
  };
}

/** Settings that all SDK clients accept. */
export interface ClientSettings {
  readonly region: string;
  readonly endpoint?: string;
  readonly credentials?: Key;
  readonly maxAttempts?: number;
}

interface Called {
  readonly stage: string;
  readonly region: string;
  readonly isLocal: boolean;
  readonly client: ClientSettings;
}

/**
 * Stage, region and client settings for calls to a deployment's AWS account or to the local cloud. Makes no
 * call itself.
 */
export function clientOf({ stage, ...local }: TargetOptions): Called {
  if (stage === undefined) {
    const client = localClient(local);
    return { stage: localStage, region: client.region, isLocal: true, client };
  }
  const { region } = knownDeployment(stage);
  return { stage, region, isLocal: false, client: { region } };
}

async function deployedPlace(stage: string): Promise<Target> {
  const deployment = knownDeployment(stage);
  const { region } = deployment;
  return { stage, site: await siteOf(deployment), client: { region }, region };
}

/** The settings of a stage. Throws a usage error with the known stages if it is unknown. */
export function knownDeployment(stage: string): Deployment {
  try {
    return deploymentNamed(stage);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Without a custom domain, the URL is CloudFront's. It is an output of the Web stack. */
async function siteOf({ name, region, domain }: Deployment): Promise<string> {
  if (domain !== undefined) return `https://${domain.name}`;
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const StackName = `Matricula-${name}-Web`;
  const { Stacks = [] } = await readStack(StackName, 'cloudformation:DescribeStacks', region, () =>
    new CloudFormationClient({ region }).send(new DescribeStacksCommand({ StackName })),
  );
  const site = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'SiteUrl')?.OutputValue;
  if (site === undefined) throw new UsageError(`The stack ${StackName} has no output SiteUrl.`);
  return site;
}
