import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** One thing that a function may do: the actions it calls, on the resources it calls them on. */
export interface Grant {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Limits table actions to items whose partition key looks like this. */
  readonly partition?: string;
}

/** A function's own role: writing its own log, and its grants, each a statement of its own. Nothing else. */
export function ownRole(scope: Construct, log: ILogGroup, grants: readonly Grant[]): Role {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  for (const grant of [mayWrite(log), ...grants]) role.addToPolicy(statementOf(grant));
  return role;
}

const mayWrite = (log: ILogGroup): Grant => ({
  sid: 'WriteLog',
  actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  resources: [log.logGroupArn],
});

const statementOf = ({ sid, actions, resources, partition }: Grant) =>
  new PolicyStatement({
    sid,
    actions: [...actions],
    resources: [...resources],
    ...(partition && { conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partition] } } }),
  });
