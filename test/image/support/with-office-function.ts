import { afterAll, beforeAll } from 'vitest';
import type { LocalCloud } from '../../../scripts/local-cloud/index.ts';
import { withCloud } from '../../support/cloud.ts';
import { convertedDocument, startEnvironment, uploadedDocument } from './office-function.ts';

/** The folder with the image's files and configuration, which `npm test -- image` built. */
export const image = process.env.OFFICE_IMAGE ?? '';

type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** One execution environment of the office function for the tests of one file. */
export function withOfficeFunction(): () => {
  readonly environment: Environment;
  readonly cloud: LocalCloud;
  /** Uploads a Word document and lets the function convert it. */
  readonly convert: (
    bytes: Uint8Array,
  ) => Promise<{ readonly result: unknown; readonly pdf: () => Promise<Uint8Array> }>;
} {
  const cloud = withCloud();
  let environment: Environment | undefined;
  beforeAll(async () => {
    environment = await startEnvironment(cloud(), image);
  });
  afterAll(() => environment?.[Symbol.asyncDispose]());
  return () => {
    const running = environment;
    if (running === undefined) throw new Error('The function has not started.');
    return {
      environment: running,
      cloud: cloud(),
      convert: async (bytes) => {
        const job = await uploadedDocument(cloud(), bytes);
        return { result: await running.call(job), pdf: () => convertedDocument(cloud(), job) };
      },
    };
  };
}
