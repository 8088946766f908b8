import { type ApplicationRow, type ApplicationSummary, maxRows } from '../../shared/api/applications.ts';
import { walk } from '../../shared/form/index.ts';
import { checklistItems, checklistOf, itemsFor, itemsWithIds } from '../../shared/partners/next-steps.ts';
import { nameIn } from '../../shared/questions/facts.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { dayAfter } from '../../shared/rules/days.ts';
import { searchName } from '../../shared/rules/search-name.ts';
import { accountOf } from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from '../runtime/form.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { applicantOf, type Listed, readList, readNames } from '../table/application-lists.ts';
import type { ListedStatus } from '../table/keys.ts';
import { currentPartner } from '../table/settings.ts';

const rowOf = async (sub: ApplicantId, stored: ApplicationRecord): Promise<ApplicationRow> => ({
  applicant: sub,
  status: stored.submittedAt === undefined ? 'draft' : 'submitted',
  started_at: stored.startedAt,
  submitted_at: stored.submittedAt,
  confirmation: stored.submission?.confirmation,
  name: nameIn(stored.submission?.answers ?? stored.answers),
  email: stored.username,
  late: stored.submission?.late,
  withdrawn_at: stored.withdrawnAt,
  checklist:
    stored.submission &&
    checklistOf(await currentPartner(), stored.submission.answers, stored.checklist.received),
});

const rowsOf = (listed: readonly Listed[]): Promise<readonly ApplicationRow[]> =>
  Promise.all(listed.map(async ({ sub }) => rowOf(sub, await readApplication(sub))));

interface Filter {
  /** The id of a checklist item that did not arrive. */
  readonly missing?: string | undefined;
  readonly limit: number;
}

interface ListPage {
  readonly listed: readonly Listed[];
  readonly next: string | undefined;
}

/**
 * Reads a page of a list. With a filter, it reads as many applications as one call may, because few may
 * match, and ends after the last one that fits into the limit.
 */
async function pageOf({ missing, limit }: Filter, read: (limit: number) => Promise<ListPage>) {
  if (missing === undefined) {
    const { listed, next } = await read(limit);
    return { applications: await rowsOf(listed), next };
  }
  const item = await knownItem(missing);
  const { listed, next } = await read(maxRows);
  const rows = await rowsOf(listed);
  const matches = rows.flatMap((row, index) =>
    row.checklist?.missing.includes(item) ? [{ row, index }] : [],
  );
  const last = matches[limit - 1];
  const isCut = last !== undefined && last.index < listed.length - 1;
  return {
    applications: matches.slice(0, limit).map(({ row }) => row),
    next: isCut ? listed[last.index]?.place : next,
  };
}

/**
 * Rejects items that are unknown or always optional, because an empty list would suggest that they arrived
 * for all applicants.
 */
async function knownItem(missing: string): Promise<string> {
  const partner = await currentPartner();
  const all = itemsWithIds(partner, checklistItems(partner));
  const known = all.filter(({ isOptional }) => !isOptional).map(({ id }) => id);
  const item = missing.trim().toLowerCase();
  if (known.includes(item)) return item;
  throw new ApiError('invalid', `missing: the item must be one of: ${known.join(', ')}.`);
}

interface ListQuery extends Filter {
  readonly status: ListedStatus;
  readonly since: string;
  readonly until: string;
  readonly after?: string | undefined;
}

/**
 * Lists the applications that were started or submitted in a range of days, both ends included, page by page.
 */
export function listApplications({ status, since, until, after, ...filter }: ListQuery) {
  const before = dayAfter(until);
  return pageOf(filter, (limit) => readList({ status, after: after ?? since, before, limit }));
}

interface NameQuery extends Filter {
  readonly name: string;
  readonly after?: string | undefined;
}

/** The list of names has one partition for each two first letters. */
const minNameLength = 2;

/** Finds submitted applications by the beginning of the family name. */
export function findByName({ name, after, ...filter }: NameQuery) {
  const prefix = searchName(name);
  if ([...prefix].length < minNameLength)
    throw new ApiError('invalid', 'name: at least the first two letters of a family name are needed.');
  return pageOf(filter, (limit) => readNames(prefix, after, limit));
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

const labelsOfForm = () =>
  new Map(walk(partnerForm()).questions.map(({ key, question }) => [key, question.label] as const));

function documentsOf({ documents }: ApplicationRecord): ApplicationSummary['documents'] {
  const labels = labelsOfForm();
  return [...documents].map(([key, { file_name, status }]) => ({
    question: labels.get(key) ?? key,
    file_name,
    status: status ?? 'UNPROCESSED',
  }));
}

/** The checklist items of an application. Of a draft, only received ones: its answers may still change. */
async function itemsOf({ submission, checklist: { received } }: ApplicationRecord) {
  const partner = await currentPartner();
  const asked = submission === undefined ? [] : itemsFor(partner, submission.answers);
  const ids = [...asked.map(({ id }) => id), ...Object.keys(received)];
  return itemsWithIds(partner, ids).map(({ id, title, isOptional }) => ({
    ...{ id, title, received: received[id] },
    is_optional: isOptional,
  }));
}

/** Summary of one application for staff. It contains no answers except the name. */
export async function summaryOf(sub: ApplicantId): Promise<ApplicationSummary> {
  const stored = await readApplication(sub);
  return {
    ...(await rowOf(sub, stored)),
    statuses: stored.statuses.map(({ web_status: status, at }) => ({ status, at })),
    last_log_in: stored.logIns.at(-1),
    receipt_mailed_at: stored.receipt?.sent_at,
    items: await itemsOf(stored),
    documents: documentsOf(stored),
  };
}
