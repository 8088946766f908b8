import type { ApplicationRow, ApplicationSummary } from '../../shared/api/applications.ts';
import { walk } from '../../shared/form/index.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { addDays, dayAfter, daysBetween } from '../../shared/rules/days.ts';
import { searchName } from '../../shared/rules/search-name.ts';
import { accountOf } from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from '../store/application.ts';
import type { ListedStatus } from '../store/keys.ts';
import { applicantOf, countDay, type Listed, readList, readNames } from '../store/read-lists.ts';
import { partnerForm } from './form.ts';

/** Maximum days that one call counts, for both lists. */
const countedDays = 31;

const nameIn = ({ first_name, last_name }: Readonly<Record<string, unknown>>): string =>
  [first_name, last_name].filter((each) => each !== undefined && each !== '').join(' ');

const rowOf = (sub: ApplicantId, stored: ApplicationRecord): ApplicationRow => ({
  applicant: sub,
  status: stored.submittedAt === undefined ? 'draft' : 'submitted',
  started_at: stored.startedAt,
  submitted_at: stored.submittedAt,
  confirmation: stored.submission?.confirmation,
  name: nameIn(stored.submission?.answers ?? stored.answers),
  email: stored.username,
});

const rowsOf = (listed: readonly Listed[]): Promise<readonly ApplicationRow[]> =>
  Promise.all(listed.map(async ({ sub }) => rowOf(sub, await readApplication(sub))));

interface ListQuery {
  readonly status: ListedStatus;
  readonly since: string;
  readonly until: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Lists the applications that were started or submitted in a range of days, both ends included, page by page.
 */
export async function listApplications({ status, since, until, after, limit }: ListQuery) {
  const before = dayAfter(until);
  const { listed, next } = await readList({ status, after: after ?? since, before, limit });
  return { applications: await rowsOf(listed), next };
}

interface NameQuery {
  readonly name: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Finds submitted applications by the beginning of the family name. */
export async function findByName({ name, after, limit }: NameQuery) {
  const prefix = searchName(name);
  if (prefix === '') throw new ApiError('invalid', 'name: the first letters of a family name are expected.');
  const { listed, next } = await readNames(prefix, after, limit);
  return { applications: await rowsOf(listed), next };
}

async function applicantWith(confirmation: string): Promise<ApplicantId> {
  const sub = await applicantOf(confirmation.trim().toUpperCase());
  if (sub === undefined) throw new ApiError('notFound', 'No application has this confirmation number.');
  return sub;
}

async function applicantAt(user: string): Promise<ApplicantId> {
  const account = await accountOf(normalizeUsername(user));
  if (account.state === 'none') throw new ApiError('notFound', 'No applicant has this email address.');
  return account.sub;
}

/** Finds an applicant by address or confirmation number. */
export const applicantNamed = (by: {
  readonly user?: string | undefined;
  readonly confirmation?: string | undefined;
}): Promise<ApplicantId> => {
  if (by.confirmation !== undefined) return applicantWith(by.confirmation);
  return applicantAt(by.user ?? '');
};

function documentsOf({ documents }: ApplicationRecord): ApplicationSummary['documents'] {
  const labels = new Map(walk(partnerForm()).questions.map(({ key, question }) => [key, question.label]));
  return [...documents].map(([key, { file_name, status }]) => ({
    question: labels.get(key) ?? key,
    file_name,
    status: status ?? 'UNPROCESSED',
  }));
}

/** Summary of one application for staff. It contains no answers except the name. */
export async function summaryOf(sub: ApplicantId): Promise<ApplicationSummary> {
  const stored = await readApplication(sub);
  return {
    ...rowOf(sub, stored),
    statuses: stored.statuses.map(({ web_status: status, at }) => ({ status, at })),
    last_log_in: stored.logIns.at(-1),
    receipt_mailed_at: stored.outbox?.sent_at,
    late: stored.submission?.late,
    documents: documentsOf(stored),
  };
}

/** Counts the drafts that were started and the applications that were submitted on each day of a range. */
export async function countApplications(since: string, until: string) {
  const last = addDays(since, countedDays - 1);
  const end = last < until ? last : until;
  const days = await Promise.all(
    daysBetween(since, end).map(async (day) => ({
      day,
      draft: await countDay('draft', day),
      submitted: await countDay('submitted', day),
    })),
  );
  return { days, next: end === until ? undefined : dayAfter(end) };
}
