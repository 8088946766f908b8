import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { UsageError } from '../usage-error.ts';
import { applies, type Context, policyDocument, principalMatches, type Statement } from './statement.ts';

/** One statement of one role: what the permission test takes away, one after the other. */
export interface RoleStatement {
  readonly role: string;
  readonly roleName: string;
  readonly index: number;
  readonly statement: Statement;
}

interface Role {
  readonly arn: string;
  readonly name: string;
  readonly path: string;
  readonly statements: readonly Statement[];
}

const roleSchema = z.strictObject({
  AssumeRolePolicyDocument: z.strictObject({
    Version: inertResource,
    Statement: z.array(z.looseObject({ Principal: z.record(z.string(), z.unknown()) })),
  }),
  Policies: z.optional(z.array(z.strictObject({ PolicyName: z.string(), PolicyDocument: policyDocument }))),
  ManagedPolicyArns: z.optional(z.array(z.string())),
  RoleName: inertResource,
  Description: inertResource,
  Tags: inertResource,
  Path: inertResource,
  MaxSessionDuration: inertResource,
});

const policySchema = z.strictObject({
  PolicyName: inertResource,
  ManagedPolicyName: inertResource,
  Description: inertResource,
  Path: inertResource,
  PolicyDocument: policyDocument,
  Roles: z.optional(z.array(z.string())),
});

const loggingOnly: Statement = {
  Effect: 'Allow',
  Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
  Resource: ['*'],
};
const tracingOnly: Statement = {
  Effect: 'Allow',
  Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  Resource: ['*'],
};

/** What the policies that AWS itself keeps allow, as far as assemblies use them. */
const managedPolicies: Readonly<Record<string, readonly Statement[]>> = {
  'service-role/AWSLambdaBasicExecutionRole': [loggingOnly],
  'service-role/AWSCodeDeployRoleForLambdaLimited': [], // nothing is shifted here
  AWSXRayDaemonWriteAccess: [tracingOnly],
  AWSXrayWriteOnlyAccess: [tracingOnly],
};

function managed(path: string, arn: string, own: ReadonlyMap<string, readonly Statement[]>) {
  const name = arn.replace(/^arn:aws:iam::aws:policy\//, '');
  const found = managedPolicies[name] ?? own.get(arn);
  if (found === undefined)
    throw new UsageError(`${path} uses the policy ${arn}, which the local cloud does not know.`);
  return found;
}

/** All roles of an assembly, with every statement that any policy gives them. */
function readRoles(assembly: Assembly): readonly Role[] {
  const policies = [
    ...assembly.of('AWS::IAM::Policy', policySchema),
    ...assembly.of('AWS::IAM::ManagedPolicy', policySchema),
  ];
  const own = new Map(policies.map(({ ref, given }) => [ref, given.PolicyDocument.Statement]));
  return assembly.of('AWS::IAM::Role', roleSchema).map(({ ref, arn, path, given }) => ({
    arn,
    name: ref,
    path,
    statements: [
      ...(given.Policies ?? []).flatMap((each) => each.PolicyDocument.Statement),
      ...(given.ManagedPolicyArns ?? []).flatMap((each) => managed(path, each, own)),
      ...policies
        .filter((each) => each.given.Roles?.includes(ref))
        .flatMap((each) => each.given.PolicyDocument.Statement),
    ],
  }));
}

/** Decides about calls as IAM does: an explicit Deny wins, then an Allow, and without either the answer is no. */
export class Permissions {
  readonly #roles: ReadonlyMap<string, Role>;
  readonly #withdrawn = new Set<string>();
  readonly #resourcePolicies = new Map<string, readonly Statement[]>();

  constructor(assembly: Assembly) {
    this.#roles = new Map(readRoles(assembly).map((role) => [role.arn, role]));
  }

  get roleArns(): readonly string[] {
    return [...this.#roles.keys()];
  }

  statements(): readonly RoleStatement[] {
    return [...this.#roles.values()].flatMap(({ path, name, statements }) =>
      statements.map((statement, index) => ({ role: path, roleName: name, index, statement })),
    );
  }

  /** Takes one statement of a role away until the returned function is called. */
  withdraw({ roleName, index }: Pick<RoleStatement, 'roleName' | 'index'>): () => void {
    const key = `${roleName}#${index}`;
    this.#withdrawn.add(key);
    return () => this.#withdrawn.delete(key);
  }

  /** The policy on a resource itself, such as a bucket's. */
  attach(resource: string, statements: readonly Statement[]) {
    this.#resourcePolicies.set(resource, [...(this.#resourcePolicies.get(resource) ?? []), ...statements]);
  }

  roleAllows(
    roleArn: string,
    action: string,
    resource: string,
    context: Context = {},
    owner = resource,
  ): boolean {
    const role = this.#roles.get(roleArn);
    if (role === undefined) return false;
    const full = { 'aws:SecureTransport': 'true', 'aws:PrincipalArn': roleArn, ...context };
    const own = role.statements.filter((_, index) => !this.#withdrawn.has(`${role.name}#${index}`));
    const onResource = (this.#resourcePolicies.get(owner) ?? []).filter((each) =>
      principalMatches(each, 'AWS', roleArn),
    );
    return decide([...own, ...onResource], action, resource, full);
  }

  /** Whether a resource's own policy lets an AWS service in. */
  serviceAllows(
    service: string,
    action: string,
    resource: string,
    context: Context,
    owner = resource,
  ): boolean {
    const onResource = this.#resourcePolicies.get(owner) ?? [];
    const speaking = onResource.filter((each) => principalMatches(each, 'Service', service));
    return decide(speaking, action, resource, { 'aws:SecureTransport': 'true', ...context });
  }
}

function decide(statements: readonly Statement[], action: string, resource: string, context: Context) {
  const speaking = statements.filter((each) => applies(each, action, resource, context));
  return speaking.length > 0 && speaking.every((each) => each.Effect === 'Allow');
}
