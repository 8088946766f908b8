import type { RoleStatement } from '../../scripts/local-cloud/index.ts';
import { withStaffCloud } from '../support/staff.ts';
import { Watch } from './watch.ts';

/**
 * A cloud for the tests of one file, and what starts an attempt in it when nothing of the previous one is
 * left to do.
 */
export function withWatchedCloud() {
  const complaints: string[] = [];
  const { cloud } = withStaffCloud({
    log: (complaint) => void complaints.push(complaint),
    quotas: { eventRetrySeconds: [0, 0] },
  });
  const watch = async () => {
    await cloud().quiet();
    return new Watch(cloud(), complaints);
  };
  return { cloud, watch };
}

/** Lambda itself sends the traces of a function. */
const isTracing = ({ statement }: RoleStatement) => statement.Sid === 'Trace';

/**
 * Step Functions itself uses these permissions for its log and its traces. No applicant would notice if they
 * were missing.
 */
const isDelivery = ({ statement }: RoleStatement) =>
  statement.Action?.some((action) => action === 'logs:CreateLogDelivery') ?? false;

/**
 * Needed only by a call a minute after the one before it; test/endpoints/session-renewal.test.ts makes such
 * calls of applicants.
 */
const isRenewal = ({ statement }: RoleStatement) =>
  ['RenewSession', 'RenewStaffSession'].includes(statement.Sid ?? '');

/**
 * Needed only where a partner has a deadline that is near; test/store/deadline-mails.test.ts sends its mails.
 */
const isForDeadlines = ({ statement, role }: RoleStatement) =>
  ['FindDrafts', 'KeepProgress'].includes(statement.Sid ?? '') ||
  (statement.Sid === 'ReadPepper' && role.includes('Outbox'));

const isDenial = ({ statement }: RoleStatement) => statement.Effect === 'Deny';

const exceptions = [isTracing, isDelivery, isRenewal, isForDeadlines, isDenial];

/** The permissions that the jobs of these tests have to need. */
export const withoutExceptions = (statements: readonly RoleStatement[]) =>
  statements.filter((each) => !exceptions.some((isException) => isException(each)));

/** A role as its construct is called: `ApplicationPdf/Make/Role`. */
export const roleOf = ({ role }: RoleStatement) => role.replace(/^[^/]+\/|\/Resource$/g, '');

/** The role and what the statement allows. */
export const titleOf = (each: RoleStatement) =>
  `${roleOf(each)}: ${each.statement.Sid ?? each.statement.Action?.join(' ')}`;
