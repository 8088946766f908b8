import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCloud, startLocalCloud } from '../../../scripts/local-cloud/index.ts';
import { quickCloud } from '../../support/quick-cloud.ts';
import { secondPartnerProduct } from '../../support/second-partner-product.ts';
import { test as shared } from './test.ts';

const hour = 3_600_000;

/** Tests on a local cloud that runs the second partner's product. */
export const test = shared.extend<{ readonly cloud: LocalCloud }, { readonly university: LocalCloud }>({
  university: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'matricula-another-'));
      const { assembly, movePriority } = await secondPartnerProduct(folder);
      // A day of grace: what is submitted now is late.
      movePriority(Date.now() - 3 * hour);
      const cloud = await startLocalCloud({
        assembly,
        data: join(folder, 'data'),
        port: 0,
        ...quickCloud,
      });
      await use(cloud);
      await cloud.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  cloud: ({ university }, use) => use(university),
  baseURL: ({ university }, use) => use(university.url),
});
