import { beforeAll, describe, expect, it } from 'vitest';
import type { RoleStatement } from '../../scripts/local-cloud/iam/roles.ts';
import type { ApiClient } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { apply, arrive, downloadTwice, makeAccount, submitAgain } from './main-job.ts';
import {
  continueOnOtherDevice,
  eraseEverything,
  getReceiptLate,
  loseSecondFactor,
  readAsStaff,
} from './other-jobs.ts';
import { Watch } from './watch.ts';

// Least privilege, checked over HTTP: without any one statement some job fails, and the logs name what is missing. A
// permission that no job needs fails this test too.

/** A cloud for the tests of one file, and what starts an attempt in it when nothing of the previous one is left to do. */
export function withWatchedCloud() {
  const complaints: string[] = [];
  const cloud = withCloud({
    log: (complaint) => void complaints.push(complaint),
    quotas: { eventRetrySeconds: [0, 0] },
  });
  const watch = async () => {
    await cloud().quiet();
    return new Watch(cloud(), complaints);
  };
  return { cloud, watch };
}
type Watched = ReturnType<typeof withWatchedCloud>;

/** Lambda itself sends the traces of a function. */
const isTracing = ({ statement }: RoleStatement) => statement.Sid === 'Trace';

/**
 * Step Functions itself uses these permissions for its log and its traces. No applicant would notice if they were
 * missing.
 */
const isDelivery = ({ statement }: RoleStatement) =>
  statement.Action?.some((action) => action === 'logs:CreateLogDelivery') ?? false;

/** Needed only by a call a minute after the one before it; test/endpoints/session-renewal.test.ts makes such calls. */
const isRenewal = ({ statement }: RoleStatement) => statement.Sid === 'RenewSession';

/** Needed only where a partner has a deadline that is near; test/store/deadline-mails.test.ts sends its mails. */
const isForDeadlines = ({ statement }: RoleStatement) =>
  statement.Sid === 'FindDrafts' || statement.Sid === 'KeepProgress';
const isDenial = ({ statement }: RoleStatement) => statement.Effect === 'Deny';

/** The part of the main job in which a role is used, or one of its statements. */
const parts: readonly (readonly [part: string, statements: RegExp])[] = [
  ['second factors', /\/account\/.*: AskForCode|Operator\/.*: (StopAsking|ForgetRecoveryCodes|SendMail)/],
  ['accounts', /\/(AccountMail|account)\/Role/],
  ['staff', /\/(service|Operator|UserExport|NightlyExport)\/Role/],
  ['visitors', /\/deviceLink\/Role/],
  ['submissions', /\/application\/Role/],
  ['late receipts', /\/LateReceipts\/Role/],
  ['packages', /\/Deliver\/Role/],
  ['erasures', /\/Endings\/Role/],
  ['copies', /^Copy\/|\/applicationPdf\/Role/],
  ['applications', /./],
];
/** The parts whose tests are in one file. Each takes a minute, so the files run at the same time. */
export const partsByFile = {
  'applications.test.ts': ['applications'],
  'accounts.test.ts': ['accounts', 'staff', 'copies'],
  'submissions.test.ts': [
    'submissions',
    'visitors',
    'late receipts',
    'packages',
    'second factors',
    'erasures',
  ],
} as const;
export const allParts = parts.map(([part]) => part);

const title = ({ role, statement }: RoleStatement) =>
  `${role.replace(/^[^/]+\/|\/Resource$/g, '')}: ${statement.Sid ?? statement.Action?.join(' ')}`;

const partOf = (each: RoleStatement) => parts.find(([, statements]) => statements.test(title(each)))?.[0];

type Job = (watch: Watch) => Promise<unknown>;

/** Does a job without one statement; undefined when it fails and the logs name what is missing. */
async function unnoticed(
  { cloud, watch }: Watched,
  statement: RoleStatement,
  job: Job,
): Promise<string | undefined> {
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
  return isNamed ? undefined : `${title(statement)}: ${failure.slice(0, 2000)}`;
}

/** The tests of the parts of one file. */
export const testWithout = (file: keyof typeof partsByFile) =>
  describe('without any single permission', () => {
    const watched = withWatchedCloud();
    const { cloud, watch } = watched;
    let [applicant, reader]: (ApiClient | undefined)[] = [];
    const ready = (client: ApiClient | undefined) => client ?? expect.unreachable();
    beforeAll(async () => {
      applicant = await makeAccount(cloud(), await watch());
      reader = await makeAccount(cloud(), await watch());
      await apply(cloud(), reader, await watch());
    });

    const jobs = {
      accounts: (attempt: Watch) => makeAccount(cloud(), attempt),
      applications: (attempt: Watch) => apply(cloud(), ready(applicant), attempt),
      copies: (attempt: Watch) => downloadTwice(cloud(), ready(reader), attempt),
      staff: (attempt: Watch) => readAsStaff(cloud(), ready(reader), attempt),
      submissions: (attempt: Watch) => submitAgain(cloud(), attempt),
      visitors: (attempt: Watch) => continueOnOtherDevice(cloud(), attempt),
      'second factors': (attempt: Watch) => loseSecondFactor(cloud(), attempt),
      packages: (attempt: Watch) => arrive(cloud(), attempt),
      erasures: (attempt: Watch) => eraseEverything(cloud(), attempt),
      'late receipts': () => getReceiptLate(cloud(), watch),
    } satisfies Readonly<Record<string, Job>>;

    it.each(partsByFile[file])(
      'the job of %s fails, and the logs name the missing permission',
      async (part) => {
        const meant = cloud()
          .statements()
          .filter((each) => !isDelivery(each) && !isTracing(each) && !isRenewal(each) && !isDenial(each))
          .filter((each) => !isForDeadlines(each))
          .filter((each) => partOf(each) === part);
        expect(meant.length).toBeGreaterThan(3);
        const silent = [];
        for (const each of meant) silent.push(await unnoticed(watched, each, jobs[part]));
        expect(silent.filter((each) => each !== undefined)).toEqual([]);
      },
      600_000,
    );
  });
