import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { type Assembly, inertResource } from './assembly/assembly.ts';
import { type RequestSource, requestSource } from './iam/request-source.ts';
import { policyDocument } from './iam/statement.ts';

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

export interface VpcEndpoint extends RequestSource {
  readonly path: string;
  /** The subnets of its VPC. */
  readonly subnets: readonly string[];
}

/**
 * The gateway endpoints of an assembly, through which functions in a VPC without internet access reach S3.
 */
export function readVpcEndpoints(assembly: Assembly): readonly VpcEndpoint[] {
  const subnets = assembly.of('AWS::EC2::Subnet', subnetSchema);
  return assembly.of('AWS::EC2::VPCEndpoint', endpointSchema).map(({ ref, path, given }) => ({
    path,
    vpcEndpoint: ref,
    statements: given.PolicyDocument?.Statement ?? [everything],
    subnets: subnets.filter((each) => each.given.VpcId === given.VpcId).map((each) => each.ref),
  }));
}

type Answer = (raw: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Door {
  readonly endpoint: VpcEndpoint;
  readonly server: Server;
  readonly url: string;
}

/**
 * A local port for each endpoint. Callers of the port count as inside the VPC; it forwards only to buckets.
 */
export class VpcDoors {
  readonly #doors: readonly Door[];

  private constructor(doors: readonly Door[]) {
    this.#doors = doors;
  }

  static async open(
    endpoints: readonly VpcEndpoint[],
    { answer, isBucket }: { readonly answer: Answer; readonly isBucket: (name: string) => boolean },
  ): Promise<VpcDoors> {
    const doors = endpoints.map(async (endpoint) => {
      const server = createServer((raw, response) => {
        if (!isBucket(raw.url?.split(/[/?]/)[1] ?? '')) return void raw.destroy();
        void requestSource.run(endpoint, () => answer(raw, response));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return { endpoint, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    });
    return new VpcDoors(await Promise.all(doors));
  }

  /** S3 URL for functions in these subnets. */
  urlFor(subnets: readonly string[]): string | undefined {
    return this.#doors.find(({ endpoint }) => subnets.some((each) => endpoint.subnets.includes(each)))?.url;
  }

  /** The URL of each endpoint, by its construct path. */
  get urls(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#doors.map(({ endpoint, url }) => [endpoint.path, url]));
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#doors.map(({ server }) => {
        server.closeAllConnections();
        return new Promise<void>((closed) => server.close(() => closed()));
      }),
    );
  }
}
