import { UsageError } from '../command-line/usage-error.ts';
import { readStack } from './aws-errors.ts';
import { knownDeployment } from './target.ts';

/**
 * The API's own URL, which only CloudFront may use. No output contains it, so it is built from the API's id
 * in its stack.
 */
export async function apiAddressOf(stage: string): Promise<string> {
  const { region } = knownDeployment(stage);
  const { CloudFormationClient, DescribeStackResourcesCommand } = await import(
    '@aws-sdk/client-cloudformation'
  );
  const StackName = `Matricula-${stage}-Api`;
  const { StackResources = [] } = await readStack(
    StackName,
    'cloudformation:DescribeStackResources',
    region,
    () => new CloudFormationClient({ region }).send(new DescribeStackResourcesCommand({ StackName })),
  );
  const api = StackResources.find(({ ResourceType }) => ResourceType === 'AWS::ApiGatewayV2::Api');
  if (api?.PhysicalResourceId === undefined) throw new UsageError(`The stack ${StackName} has no API.`);
  return `https://${api.PhysicalResourceId}.execute-api.${region}.amazonaws.com`;
}
