import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import { applies, type Context, policyDocument, principalMatches, type Statement } from './statement.ts';

/** One statement of one role. */
export interface RoleStatement {
  readonly role: string;
  readonly roleName: string;
  readonly index: number;
  readonly statement: Statement;
}

/** Position of a statement. */
export type StatementPlace = Pick<RoleStatement, 'roleName' | 'index'>;

const keyOf = ({ roleName, index }: StatementPlace) => `${roleName}#${index}`;

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

/** Statements of AWS managed policies, as far as assemblies use them. */
const managedPolicies: Readonly<Record<string, readonly Statement[]>> = {
  'service-role/AWSLambdaBasicExecutionRole': [loggingOnly],
  AWSXRayDaemonWriteAccess: [tracingOnly],
  AWSXrayWriteOnlyAccess: [tracingOnly],
};

function managed(path: string, arn: string, own: ReadonlyMap<string, readonly Statement[]>) {
  const name = arn.replace(/^arn:aws:iam::aws:policy\//, '');
  const found = managedPolicies[name] ?? own.get(arn);
  if (found === undefined)
    throw new LocalCloudError(`${path} uses the policy ${arn}, which the local cloud does not know.`);
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

/** Evaluates calls as IAM does: an explicit Deny wins, then an Allow; without either, the call is denied. */
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

  /** Removes one statement of a role until the returned function is called. */
  withdraw(statement: StatementPlace): () => void {
    const key = keyOf(statement);
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
    const speaks = (each: Statement) => applies(each, action, resource, full);
    const own = role.statements.filter(
      (each, index) => !this.#withdrawn.has(keyOf({ roleName: role.name, index })) && speaks(each),
    );
    const onResource = (this.#resourcePolicies.get(owner) ?? []).filter(
      (each) => principalMatches(each, 'AWS', roleArn) && speaks(each),
    );
    return allow([...own, ...onResource]);
  }

  /** True if a resource policy allows an AWS service. */
  serviceAllows(
    service: string,
    action: string,
    resource: string,
    context: Context,
    owner = resource,
  ): boolean {
    const onResource = this.#resourcePolicies.get(owner) ?? [];
    const speaking = onResource.filter((each) => principalMatches(each, 'Service', service));
    const full = { 'aws:SecureTransport': 'true', ...context };
    return allow(speaking.filter((each) => applies(each, action, resource, full)));
  }
}

/** Combined result of the statements that apply to a call. */
const allow = (speaking: readonly Statement[]) =>
  speaking.length > 0 && speaking.every(({ Effect }) => Effect === 'Allow');
