import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disruption } from '../../../scripts/local-cloud/fault-injection.ts';
import { type LocalCloud, startLocalCloud } from '../../../scripts/local-cloud/index.ts';
import { assembly } from '../../support/assembly.ts';
import { Office } from './office.ts';
import { test as shared } from './test.ts';

type Mend = () => void;

function kept(mends: Mend[], mend: Mend): Mend {
  mends.push(mend);
  return mend;
}

function statementOf(cloud: LocalCloud, part: string, sid: string) {
  const found = cloud
    .statements()
    .find(({ role, statement }) => role.includes(part) && statement.Sid === sid);
  if (found === undefined) throw new Error(`No role of ${part} has a statement ${sid}.`);
  return found;
}

interface Own {
  readonly own: { readonly cloud: LocalCloud; readonly office: Office };
}

interface Breaking {
  readonly cloud: LocalCloud;
  readonly office: Office;
  readonly mends: Mend[];
  /** Breaks something until the returned function is called, at the latest until the test ends. */
  readonly disrupt: (meets: Disruption['meets'], trouble?: Disruption['trouble']) => Mend;
  /** Takes a permission away, in the same way. */
  readonly withhold: (role: string, sid: string) => Mend;
}

/** Tests that break something have a cloud of their own, one for each worker, so that nobody else's breaks. */
export const test = shared.extend<Breaking, Own>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'matricula-own-'));
      const office = new Office(folder);
      const programs = { SOFFICE: office.program };
      const data = join(folder, 'data');
      const cloud = await startLocalCloud({ assembly, data, port: 0, programs, log: () => {} });
      await use({ cloud, office });
      office.letGo();
      await cloud.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  cloud: ({ own }, use) => use(own.cloud),
  office: ({ own }, use) => use(own.office),
  baseURL: ({ own }, use) => use(own.cloud.url),
  mends: async ({ own: _ }, use) => {
    const mends: Mend[] = [];
    await use(mends);
    for (const mend of mends) mend();
  },
  disrupt: ({ cloud, mends }, use) =>
    use((meets, trouble = 'cut') => kept(mends, cloud.disrupt({ meets, trouble }))),
  withhold: ({ cloud, mends }, use) =>
    use((role, sid) => kept(mends, cloud.withoutStatement(statementOf(cloud, role, sid)))),
});
