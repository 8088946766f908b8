import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** One thing that a function may do: the actions it calls, on the resources it calls them on. */
export interface Grant {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** A function's own role: writing its own log, and its grants, each a statement of its own. Nothing else. */
export function ownRole(scope: Construct, log: ILogGroup, grants: readonly Grant[]): Role {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const writeLog = {
    sid: 'WriteLog',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [log.logGroupArn],
  };
  for (const { sid, actions, resources } of [writeLog, ...grants])
    role.addToPolicy(new PolicyStatement({ sid, actions: [...actions], resources: [...resources] }));
  return role;
}
