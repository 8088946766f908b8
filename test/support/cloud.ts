import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { assembly } from './assembly.ts';
import { quickCloud } from './quick-cloud.ts';

type Options = Pick<LocalCloudOptions, 'log' | 'delivery' | 'programs' | 'quotas' | 'now' | 'variables'>;

/**
 * Options of a cloud that delivers no submitted application before its schedule runs: tests of other subjects
 * need no package and no PDF of it, which take half of the time of a submission.
 */
export const withoutDeliveries = {
  isDelivering: false,
  log: () => undefined,
  quotas: { eventRetrySeconds: [0, 0] },
};

/** Starts the product for the tests of one file, on a free port with an empty data folder. */
export function withCloud({
  isDelivering = true,
  ...more
}: Options & { readonly isDelivering?: boolean } = {}): () => LocalCloud {
  let cloud: LocalCloud | undefined;
  const data = mkdtempSync(join(tmpdir(), 'matricula-'));
  beforeAll(async () => {
    const programs = { SOFFICE: 'soffice' };
    const settings = { ...quickCloud, assembly, data, port: 0, reset: true, programs };
    const variables = { ...quickCloud.variables, ...more.variables };
    cloud = await startLocalCloud({ ...settings, ...more, variables });
    if (!isDelivering)
      cloud.injectFault({
        matches: ({ url }) => /^\/2015-03-31\/functions\/.*Outbox/.test(url.pathname),
        effect: { errorName: 'ServiceException' },
      });
  });
  afterAll(async () => {
    await cloud?.close();
    rmSync(data, { recursive: true, force: true });
  });
  return () => {
    if (cloud === undefined) throw new Error('The cloud has not started.');
    return cloud;
  };
}
