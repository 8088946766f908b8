import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Assembly, inertResource, number } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import type { Permissions } from '../iam/roles.ts';
import type { LogFormat } from './protocol.ts';

const functionSchema = z.strictObject({
  Code: z.strictObject({
    S3Bucket: inertResource,
    S3Key: z.optional(z.string()),
    ImageUri: z.optional(z.string()),
  }),
  Role: z.string(),
  Handler: z.optional(z.string()),
  Runtime: z.optional(z.string().check(z.startsWith('nodejs', 'Only Node.js functions run here.'))),
  PackageType: z.optional(z.string()),
  ImageConfig: inertResource, // the image's bundle is run as it lies in the image's folder
  Environment: z.optional(z.strictObject({ Variables: z.optional(z.record(z.string(), z.string())) })),
  Timeout: z.optional(number),
  MemorySize: z.optional(number),
  FunctionName: inertResource,
  Description: inertResource,
  Architectures: inertResource, // the bundles are JavaScript and WebAssembly
  EphemeralStorage: inertResource, // the disk of this machine
  ReservedConcurrentExecutions: z.optional(number),
  LoggingConfig: z.optional(
    z.strictObject({ LogGroup: z.optional(z.string()), LogFormat: z.optional(z.enum(['JSON', 'Text'])) }),
  ),
  TracingConfig: inertResource,
  RuntimeManagementConfig: inertResource,
  DeadLetterConfig: z.optional(z.strictObject({ TargetArn: z.optional(z.string()) })),
  SnapStart: inertResource,
  VpcConfig: z.optional(z.looseObject({ SubnetIds: z.array(z.string()) })), // its security groups: see the inert types
  Tags: inertResource,
});

const permissionSchema = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
  SourceAccount: inertResource,
  InvokedViaFunctionUrl: inertResource,
});

/** A function as its template describes it. */
export interface FunctionDescription {
  readonly name: string;
  readonly arn: string;
  readonly path: string;
  readonly role: string;
  readonly folder: string;
  readonly handler: string;
  readonly isImage: boolean;
  readonly variables: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memory: number;
  /** Reserved concurrency; undefined if the function shares the account's unreserved concurrency. */
  readonly reserved: number | undefined;
  /** The ARN of the queue for events of asynchronous calls that failed for good. */
  readonly deadLetterQueue: string | undefined;
  readonly logGroup: string;
  readonly logFormat: LogFormat;
  /** The subnets of its network. A function without a network has none. */
  readonly subnets: readonly string[];
  /** Actions that the function's role must allow before Lambda runs the function. */
  readonly needs: readonly string[];
}

const joiningANetwork = ['ec2:CreateNetworkInterface'];

export function readFunctions(assembly: Assembly): readonly FunctionDescription[] {
  return assembly.of('AWS::Lambda::Function', functionSchema).map(({ ref, arn, path, given }) => {
    const address = given.Code.S3Key ?? given.Code.ImageUri ?? '';
    const folder = assembly.asset(address);
    if (folder === undefined)
      throw new LocalCloudError(`${path} runs code that is not in the assembly: ${address}.`);
    const handler = given.Handler ?? 'index.handler';
    if (!existsSync(join(folder, `${handler.split('.')[0]}.mjs`))) {
      throw new LocalCloudError(`${path} has no ${handler.split('.')[0]}.mjs in ${folder}.`);
    }
    return {
      name: ref,
      arn,
      path,
      role: given.Role,
      folder,
      handler,
      isImage: given.Code.ImageUri !== undefined,
      variables: given.Environment?.Variables ?? {},
      timeoutSeconds: given.Timeout ?? 3,
      memory: given.MemorySize ?? 128,
      reserved: given.ReservedConcurrentExecutions,
      deadLetterQueue: given.DeadLetterConfig?.TargetArn,
      logGroup: given.LoggingConfig?.LogGroup ?? `/aws/lambda/${ref}`,
      logFormat: given.LoggingConfig?.LogFormat ?? 'Text',
      subnets: given.VpcConfig?.SubnetIds ?? [],
      needs: given.VpcConfig === undefined ? [] : joiningANetwork,
    };
  });
}

/** The AWS services that may call each function: Lambda's resource policies. */
export function readInvokePermissions(
  assembly: Assembly,
  permissions: Permissions,
  functions: readonly FunctionDescription[],
) {
  for (const { given } of assembly.of('AWS::Lambda::Permission', permissionSchema)) {
    const called = functions.find(({ name, arn }) => [name, arn].includes(given.FunctionName));
    if (called === undefined) continue;
    const Condition =
      given.SourceArn === undefined ? undefined : { ArnLike: { 'aws:SourceArn': [given.SourceArn] } };
    permissions.attach(called.arn, [
      {
        Effect: 'Allow',
        Action: [given.Action],
        Resource: [called.arn],
        Principal: { Service: [given.Principal] },
        ...(Condition && { Condition }),
      },
    ]);
  }
}
