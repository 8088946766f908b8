import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** IAM's names of services whose CloudFormation types have another name. */
const iamNames: Readonly<Record<string, string>> = {
  apigatewayv2: 'apigateway',
  cognito: 'cognito-idp',
  stepfunctions: 'states',
};

/** CloudFormation needs only these actions of these services. */
const limited: Readonly<Record<string, readonly string[]>> = {
  iam: ['iam:*Role*', 'iam:PassRole'],
};

/** Actions that no resource type names: of resources that are made through others, and of reads. */
const more = [
  'backup-storage:*',
  'cloudformation:DescribeStacks',
  'ecr:GetRepositoryPolicy',
  'ecr:SetRepositoryPolicy',
  'ssm:GetParameters',
];

/** The services of resource types such as `AWS::SQS::Queue`, by IAM's names. */
export const servicesOf = (types: readonly string[]): readonly string[] => [
  ...new Set(
    types
      .flatMap((type) => /^AWS::(\w+)::/.exec(type)?.[1]?.toLowerCase() ?? [])
      .map((service) => iamNames[service] ?? service),
  ),
];

interface Template {
  readonly Resources?: Readonly<Record<string, { readonly Type: string }>>;
}

/** The policy for `cdk bootstrap --cloudformation-execution-policies`, from the templates of an assembly. */
export function executionPolicy(assembly: string): object {
  const templates = globSync('**/*.template.json', { cwd: assembly });
  const types = templates.flatMap((file) => {
    const { Resources = {} }: Template = JSON.parse(readFileSync(join(assembly, file), 'utf8'));
    return Object.values(Resources).map(({ Type }) => Type);
  });
  const actions = servicesOf(types).flatMap((service) => limited[service] ?? [`${service}:*`]);
  const Statement = [{ Effect: 'Allow', Action: [...actions, ...more].sort(), Resource: '*' }];
  return { Version: '2012-10-17', Statement };
}
