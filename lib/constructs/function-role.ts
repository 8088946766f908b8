import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { accept } from '../checks/reviewed-checks.ts';

type Conditions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One permission of a function: the actions it calls, and the resources it calls them on. */
export interface Grant {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Limits table actions to items whose partition key matches one of these patterns. */
  readonly partitions?: readonly string[];
  /** Limits table actions to these attributes, with those of the key. */
  readonly attributes?: readonly string[];
  /** Limits listing a bucket to keys that match this pattern. */
  readonly prefix?: string;
  /** Limits the actions further, as a policy says it: operator, key, value. */
  readonly conditions?: Conditions;
  /** Forbids the actions instead, whatever other grants allow. */
  readonly denied?: true;
}

/**
 * A role with one statement for each grant and two for its own log and traces. It has no managed policies.
 */
export function functionRole(scope: Construct, log: ILogGroup, grants: readonly Grant[]): Role {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  for (const grant of [mayWrite(log), mayTrace, ...grants]) role.addToPolicy(statementOf(grant));
  accept(role, objects, 'Objects have new names; each grant is one action on one prefix');
  accept(role, /IAM5\[Resource::\*\]$/, 'Neither traces nor network interfaces have a resource');
  accept(role, /IAM5\[Resource::.*:identity\/\*\]$/, 'SES also asks for identities of recipients');
  return role;
}

const objects = /IAM5\[Resource::.*\/(uploads|documents|application-pdfs|packages|exports|users)\/\*\]$/;

const mayWrite = (log: ILogGroup): Grant => ({
  sid: 'WriteLog',
  actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  resources: [log.logGroupArn],
});

const mayTrace: Grant = {
  sid: 'Trace',
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'], // X-Ray has no resource for them
};

const conditionsOf = ({ partitions, attributes, prefix, conditions }: Grant) => ({
  ...(partitions && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } }),
  ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] } }),
  ...(prefix && { StringLike: { 's3:prefix': prefix } }),
  ...conditions,
});

const statementOf = (grant: Grant) =>
  new PolicyStatement({
    sid: grant.sid,
    effect: grant.denied ? Effect.DENY : Effect.ALLOW,
    actions: [...grant.actions],
    resources: [...grant.resources],
    conditions: conditionsOf(grant),
  });
