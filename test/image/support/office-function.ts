import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import type { Job } from '../../../lambdas/aws/conversion-job.ts';
import { job } from '../../../lambdas/aws/conversion-job.ts';
import { Assembly, number } from '../../../scripts/local-cloud/assembly/assembly.ts';
import type { LocalCloud } from '../../../scripts/local-cloud/index.ts';
import { assembly } from '../../support/assembly.ts';
import { s3Of } from '../../support/aws-clients.ts';
import { startContainer } from './container.ts';
import { type Outcome, startRuntimeApi } from './runtime-api.ts';

const settings = z.looseObject({
  PackageType: z.literal('Image'),
  ImageConfig: z.object({ Command: z.array(z.string()) }),
  MemorySize: number,
  Timeout: number,
  EphemeralStorage: z.object({ Size: number }),
  Environment: z.optional(z.object({ Variables: z.record(z.string(), z.string()) })),
  Role: z.string(),
});

/** The office function as the template describes it. */
export const officeFunction = () => {
  const found = new Assembly(assembly).resources.find(({ path }) =>
    path.endsWith('/Conversion/Office/Convert/Function/Resource'),
  );
  if (found === undefined) throw new Error('The assembly has no office converter.');
  return { name: found.ref, arn: found.arn, ...settings.parse(found.properties) };
};

interface Changes {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
}

/** One execution environment: a container of the image, with its runtime API. */
export async function startEnvironment(cloud: LocalCloud, image: string, changes: Changes = {}) {
  const one = officeFunction();
  const runtime = await startRuntimeApi({ functionArn: one.arn, timeoutSeconds: one.Timeout });
  const container = startContainer({
    image,
    command: one.ImageConfig.Command,
    ...changes,
    memoryMegabytes: one.MemorySize,
    temporaryMegabytes: one.EphemeralStorage.Size,
    variables: {
      ...one.Environment?.Variables,
      ...reserved(one, cloud),
      AWS_LAMBDA_RUNTIME_API: runtime.address,
    },
  });
  const died = Promise.race([
    container.ended.then(({ code, output }) => `The container ended with exit code ${code}:\n${output}`),
    runtime.startFailure.then((failure) => `The function did not start: ${JSON.stringify(failure)}`),
  ]);
  return {
    ...container,
    /**
     * Returns the handler's result. Rejects with the container's output if the container dies, or with the
     * error that the function reports.
     */
    call: async (event: unknown): Promise<unknown> => {
      const outcome = await Promise.race([runtime.call(event), died]);
      if (typeof outcome === 'string') throw new Error(outcome);
      return resultOf(outcome);
    },
    [Symbol.asyncDispose]: async () => {
      await container.stop();
      runtime.close();
    },
  };
}

function resultOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.result;
}

/**
 * Environment variables that Lambda sets:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
function reserved(one: ReturnType<typeof officeFunction>, cloud: LocalCloud) {
  const key = credentialsOf(one, cloud);
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    AWS_SESSION_TOKEN: key.sessionToken,
    AWS_LAMBDA_FUNCTION_NAME: one.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(one.MemorySize),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${one.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'here',
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    TZ: ':UTC',
    AWS_ENDPOINT_URL: cloud.url,
  };
}

const credentialsOf = ({ Role }: { readonly Role: string }, cloud: LocalCloud) =>
  cloud.credentialsOf(Role.split('/').at(-1) ?? '');

const bucketOf = (cloud: LocalCloud, path: string) =>
  Object.entries(cloud.outputs).find(([each]) => each.endsWith(`/Data/${path}/Resource`))?.[1];

/** Stores an upload as the browser does, and describes it as the state machine's first step does. */
export async function uploadedDocument(cloud: LocalCloud, bytes: Uint8Array): Promise<Job> {
  const [bucket, output_bucket] = [bucketOf(cloud, 'Uploads'), bucketOf(cloud, 'Documents')];
  const [sub, gen] = [crypto.randomUUID(), crypto.randomUUID()];
  const [answer_key, kind] = ['transcript_document', 'docx'];
  const key = `uploads/${sub}/${answer_key}/${gen}`;
  const output_key = `documents/${sub}/${answer_key}/${gen}.pdf`;
  const stored = await s3Of(cloud).send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
  return job.parse({
    sub,
    answer_key,
    gen,
    bucket,
    key,
    kind,
    run: crypto.randomUUID(),
    etag: stored.ETag,
    file_size: bytes.length,
    output_bucket,
    output_key,
  });
}

export async function convertedDocument(
  cloud: LocalCloud,
  { output_bucket, output_key }: Job,
): Promise<Uint8Array> {
  const { Body } = await s3Of(cloud).send(new GetObjectCommand({ Bucket: output_bucket, Key: output_key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}
