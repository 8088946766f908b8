import { UsageError } from '../local-cloud/usage-error.ts';
import type { Target } from './target.ts';

/** The API's own address, which only CloudFront may use: no output names it, but its id is in its stack. */
export async function apiAddressOf({ stage, client }: Target): Promise<string> {
  const { CloudFormationClient, DescribeStackResourcesCommand } = await import(
    '@aws-sdk/client-cloudformation'
  );
  const { region } = client;
  const StackName = `Matricula-${stage}-Api`;
  const { StackResources = [] } = await new CloudFormationClient({ ...(region && { region }) }).send(
    new DescribeStackResourcesCommand({ StackName }),
  );
  const api = StackResources.find(({ ResourceType }) => ResourceType === 'AWS::ApiGatewayV2::Api');
  if (api?.PhysicalResourceId === undefined) throw new UsageError(`The stack ${StackName} has no API.`);
  return `https://${api.PhysicalResourceId}.execute-api.${region}.amazonaws.com`;
}
