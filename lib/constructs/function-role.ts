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
  /** Limits the listing of a bucket to keys that look like this. */
  readonly prefix?: string;
}

/** A function's own role: writing its own log, and its grants, each a statement of its own. Nothing else. */
export function functionRole(scope: Construct, log: ILogGroup, grants: readonly Grant[]): Role {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  for (const grant of [mayWrite(log), ...grants]) role.addToPolicy(statementOf(grant));
  return role;
}

const mayWrite = (log: ILogGroup): Grant => ({
  sid: 'WriteLog',
  actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  resources: [log.logGroupArn],
});

const conditionsOf = ({ partition, prefix }: Grant) => ({
  ...(partition && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partition] } }),
  ...(prefix && { StringLike: { 's3:prefix': prefix } }),
});

const statementOf = (grant: Grant) =>
  new PolicyStatement({
    sid: grant.sid,
    actions: [...grant.actions],
    resources: [...grant.resources],
    ...((grant.partition || grant.prefix) && { conditions: conditionsOf(grant) }),
  });
