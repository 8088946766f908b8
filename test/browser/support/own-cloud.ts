import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../../../scripts/local-cloud/fault-injection.ts';
import { type LocalCloud, startLocalCloud } from '../../../scripts/local-cloud/index.ts';
import { assembly } from '../../support/assembly.ts';
import { Office } from './office.ts';
import { test as shared } from './test.ts';

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
  readonly own: { readonly cloud: LocalCloud; readonly office: Office };
}

interface TestFixtures {
  readonly cloud: LocalCloud;
  readonly office: Office;
  readonly faultEnds: EndFault[];
  /** Makes matching requests fail until the returned function is called, at the latest until the test ends. */
  readonly injectFault: (matches: Fault['matches'], effect?: Fault['effect']) => EndFault;
  /** Removes a statement from a role's policy, for as long. */
  readonly withhold: (role: string, sid: string) => EndFault;
}

/** Tests that inject faults run on a cloud of their own, one for each worker, so that no other test sees the faults. */
export const test = shared.extend<TestFixtures, WorkerFixtures>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'matricula-own-'));
      const office = new Office(folder);
      const programs = { SOFFICE: office.program };
      const data = join(folder, 'data');
      const cloud = await startLocalCloud({ assembly, data, port: 0, programs, patience: 12, log: () => {} });
      await use({ cloud, office });
      office.resume();
      await cloud.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  cloud: ({ own }, use) => use(own.cloud),
  office: ({ own }, use) => use(own.office),
  baseURL: ({ own }, use) => use(own.cloud.url),
  faultEnds: async ({ own: _ }, use) => {
    const ends: EndFault[] = [];
    await use(ends);
    for (const end of ends) end();
  },
  injectFault: ({ cloud, faultEnds }, use) =>
    use((matches, effect = 'cut') => remember(faultEnds, cloud.injectFault({ matches, effect }))),
  withhold: ({ cloud, faultEnds }, use) =>
    use((role, sid) => remember(faultEnds, cloud.withoutStatement(statementOf(cloud, role, sid)))),
});
