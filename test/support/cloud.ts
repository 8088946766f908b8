import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { assembly } from './assembly.ts';
import { quickCloud } from './quick-cloud.ts';

/** Starts the product for the tests of one file, on a free port with an empty data folder. */
export function withCloud(
  more: Pick<LocalCloudOptions, 'log' | 'delivery' | 'programs' | 'quotas' | 'now' | 'variables'> = {},
): () => LocalCloud {
  let cloud: LocalCloud | undefined;
  const data = mkdtempSync(join(tmpdir(), 'matricula-'));
  beforeAll(async () => {
    const programs = { SOFFICE: 'soffice' };
    const settings = { ...quickCloud, assembly, data, port: 0, reset: true, programs };
    const variables = { ...quickCloud.variables, ...more.variables };
    cloud = await startLocalCloud({ ...settings, ...more, variables });
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
