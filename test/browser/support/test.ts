import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { startCloudWithStaff } from '../../../scripts/dev/identity-provider.ts';
import type { Fault, LocalCloud } from '../../../scripts/local-cloud/index.ts';
import { newNetwork } from '../../support/applicant.ts';
import { assembly } from '../../support/assembly.ts';
import { quickCloud } from '../../support/quick-cloud.ts';

export { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test';

type EndFault = () => void;

function remember(ends: EndFault[], end: EndFault): EndFault {
  ends.push(end);
  return end;
}

function statementOf(cloud: LocalCloud, part: string, sid: string) {
  const found = cloud
    .statements()
    .find(({ role, statement }) => role.includes(part) && statement.Sid === sid);
  if (found === undefined) throw new Error(`No role of ${part} has a statement ${sid}.`);
  return found;
}

interface WorkerFixtures {
  readonly started: LocalCloud;
}

interface TestFixtures {
  readonly cloud: LocalCloud;
  /** A page of a staff member, in a separate browser. */
  readonly reader: Page;
  readonly faultEnds: EndFault[];
  /** Makes matching requests fail until the returned function is called or the test ends. */
  readonly injectFault: (matches: Fault['matches'], effect?: Fault['effect']) => EndFault;
  /** Removes a statement from a role's policy, until the same time. */
  readonly withhold: (role: string, sid: string) => EndFault;
}

/**
 * Each worker has a separate local cloud, and each test a separate network. Tests do not see each other's
 * faults, and no source address makes enough calls to be throttled.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'matricula-browser-'));
      const data = join(folder, 'data');
      const settings = { ...quickCloud, assembly, data, port: 0 };
      const cloud = await startCloudWithStaff({ ...settings, log: () => {} });
      await use(cloud);
      await cloud.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  cloud: ({ started }, use) => use(started),
  baseURL: ({ cloud }, use) => use(cloud.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  extraHTTPHeaders: ({}, use) => use({ 'x-local-viewer': newNetwork() }),
  reader: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: String(baseURL) });
    await use(await context.newPage());
    await context.close();
  },
  faultEnds: async ({ started: _ }, use) => {
    const ends: EndFault[] = [];
    await use(ends);
    for (const end of ends) end();
  },
  injectFault: ({ cloud, faultEnds }, use) =>
    use((matches, effect = 'cut') => remember(faultEnds, cloud.injectFault({ matches, effect }))),
  withhold: ({ cloud, faultEnds }, use) =>
    use((role, sid) => remember(faultEnds, cloud.withoutStatement(statementOf(cloud, role, sid)))),
});
