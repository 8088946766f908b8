import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import type { FunctionDescription } from '../lambda/read-functions.ts';
import { applies, policyDocument, type Statement } from './statement.ts';

const endpointSchema = z.strictObject({
  VpcId: z.string(),
  ServiceName: z.string().check(z.regex(/\.s3$/, 'Only endpoints of S3 are served.')),
  VpcEndpointType: z.literal('Gateway'),
  PolicyDocument: z.optional(policyDocument),
  RouteTableIds: inertResource, // every subnet of the VPC reaches the endpoint here
  Tags: inertResource,
});

const subnetSchema = z.looseObject({ VpcId: z.string() });

const everything = { Effect: 'Allow' as const, Action: ['*'], Resource: ['*'] };

export interface VpcEndpoint {
  readonly id: string;
  /** The endpoint's own policy. */
  readonly statements: readonly Statement[];
}

/**
 * The gateway endpoints of S3, by the ARN of each role whose functions are in the endpoint's VPC. These
 * functions reach S3 and no other service.
 */
export function readVpcEndpoints(
  assembly: Assembly,
  functions: readonly FunctionDescription[],
): ReadonlyMap<string, VpcEndpoint> {
  const subnets = assembly.of('AWS::EC2::Subnet', subnetSchema);
  return new Map(
    assembly.of('AWS::EC2::VPCEndpoint', endpointSchema).flatMap(({ ref, given }) => {
      const statements = given.PolicyDocument?.Statement ?? [everything];
      const inVpc = subnets.filter((each) => each.given.VpcId === given.VpcId).map((each) => each.ref);
      return functions
        .filter((each) => each.subnets.some((subnet) => inVpc.includes(subnet)))
        .map(({ role }) => [role, { id: ref, statements }] as const);
    }),
  );
}

/** https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-access.html */
export function endpointAllows({ statements }: VpcEndpoint, action: string, resource: string): boolean {
  const about = statements.filter((each) => applies(each, action, resource, {}));
  return action.startsWith('s3:') && about.length > 0 && about.every(({ Effect }) => Effect === 'Allow');
}
