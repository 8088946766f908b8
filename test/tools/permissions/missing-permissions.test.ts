import { beforeAll, describe, expect, it } from 'vitest';
import type { RoleStatement } from '../../../scripts/local-cloud/index.ts';
import { workInConsole } from '../../grants/console-job.ts';
import { apply, arrive, downloadTwice, makeAccount, submitAgain } from '../../grants/main-job.ts';
import {
  continueOnOtherDevice,
  eraseEverything,
  getReceiptLate,
  readAsStaff,
} from '../../grants/other-jobs.ts';
import type { Watch } from '../../grants/watch.ts';
import { roleOf, titleOf, withoutExceptions, withWatchedCloud } from '../../grants/watched-cloud.ts';
import type { ApiClient } from '../../support/applicant.ts';

// A permission that a role has lost shows: the job fails, and the logs name what is missing. One permission
// of each role is taken away; test/grants/grants.test.ts shows that every one is needed.

const { cloud, watch } = withWatchedCloud();
let [applicant, reader]: (ApiClient | undefined)[] = [];
const ready = (client: ApiClient | undefined) => client ?? expect.unreachable();
beforeAll(async () => {
  applicant = await makeAccount(cloud(), await watch());
  reader = await makeAccount(cloud(), await watch());
  await apply(cloud(), reader, await watch());
  await arrive(cloud(), await watch()); // an application for the console
});

interface Part {
  readonly roles: RegExp;
  readonly job: (attempt: Watch) => Promise<unknown>;
}

/** The jobs, and the roles that they use. A role belongs to the first that names it. */
const parts: Readonly<Record<string, Part>> = {
  accounts: { roles: /\baccount\b/, job: (attempt) => makeAccount(cloud(), attempt) },
  staff: {
    roles: /\b(service|Operator(Change|Export|Link|Read)|UserExport|NightlyExport)\b/,
    job: (attempt) => readAsStaff(cloud(), ready(reader), attempt),
  },
  console: { roles: /\bstaff/, job: (attempt) => workInConsole(cloud(), attempt) },
  visitors: { roles: /\bpublic\b/, job: (attempt) => continueOnOtherDevice(cloud(), attempt) },
  outbox: {
    roles: /\bOutbox\b/,
    job: async (attempt) => {
      await arrive(cloud(), attempt);
      await getReceiptLate(cloud(), watch);
    },
  },
  erasures: { roles: /\b(Retention|OperatorReport)\b/, job: (attempt) => eraseEverything(cloud(), attempt) },
  copies: {
    roles: /^ApplicationPdf\b/,
    job: (attempt) => downloadTwice(cloud(), ready(reader), attempt),
  },
  submissions: { roles: /\bapplicant\b/, job: (attempt) => submitAgain(cloud(), attempt) },
  applications: { roles: /./, job: (attempt) => apply(cloud(), ready(applicant), attempt) },
};

const partOf = (each: RoleStatement) =>
  Object.keys(parts).find((part) => parts[part]?.roles.test(roleOf(each)));

/** One permission of each role. Every role has the one for its log, so another tells more. */
function oneOfEachRole(): readonly RoleStatement[] {
  const byRole = Map.groupBy(withoutExceptions(cloud().statements()), ({ roleName }) => roleName);
  return [...byRole.values()].flatMap(
    (all) => all.find(({ statement }) => statement.Sid !== 'WriteLog') ?? all.slice(0, 1),
  );
}

/** Does a job without one permission; undefined when it fails and the logs name what is missing. */
async function unnoticed(statement: RoleStatement, job: Part['job']): Promise<string | undefined> {
  const attempt = await watch();
  const giveBack = cloud().withoutStatement(statement);
  let failure = 'Nothing failed.';
  try {
    await job(attempt);
  } catch (error) {
    failure = `${error} ${attempt.text()}`;
  }
  giveBack();
  const isNamed = statement.statement.Action?.some((action) => failure.includes(`perform: ${action}`));
  return isNamed ? undefined : `${titleOf(statement)}: ${failure.slice(0, 2000)}`;
}

describe('without one permission of a role', () => {
  it.each(Object.entries(parts))(
    'the job of %s fails, and the logs name the missing permission',
    async (part, { job }) => {
      const meant = oneOfEachRole().filter((each) => partOf(each) === part);
      expect(meant).not.toEqual([]);
      const silent = [];
      for (const each of meant) silent.push(await unnoticed(each, job));
      expect(silent.filter((each) => each !== undefined)).toEqual([]);
    },
    600_000,
  );
});
