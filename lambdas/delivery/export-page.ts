import type { ErasedApplication, ExportList } from '../../shared/api/export.ts';
import { exportKeys, laterFacts } from '../../shared/export/columns.ts';
import type { ApplicationPackage } from '../../shared/package/application-package.ts';
import { checklistItems, checklistOf } from '../../shared/partners/next-steps.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { chunks } from '../../shared/rules/chunks.ts';
import { now } from '../runtime/clock.ts';
import { partnerForm } from '../runtime/form.ts';
import { partner } from '../runtime/partner.ts';
import { readChecklist, readSubmission, readWithdrawal } from '../table/application.ts';
import { type Listed, readList } from '../table/application-lists.ts';
import { readErased } from '../table/erasures.ts';
import { currentPartner } from '../table/settings.ts';
import { packageOf, submissionForSystems } from './package.ts';

/** Size of the applications in one page. Lambda returns at most 6 MB. */
const pageBytes = 5_000_000;
/** Applications that are read in parallel. */
const atOnce = 20;
/** Time after which a page is returned with the applications read so far. */
const maxPageMs = 6_000;
/** The submission time is set before its transaction is written, which may take seconds. */
const settlingMs = 120_000;

interface ExportPage {
  readonly packages: readonly ApplicationPackage[];
  /** Start of the next page or of the next export. */
  readonly next: string;
  /** True if every application submitted until two minutes ago was exported. */
  readonly isDone: boolean;
}

/**
 * The latest time before which no more submissions can appear at a moment, in milliseconds since 1970. As ISO
 * 8601.
 */
export const exportableUntil = (at = now()): string => new Date(at - settlingMs).toISOString();

/** The columns of this deployment: the keys of its form, and the ids of its checklist items. */
export const exportColumns = async () => ({
  partner: partner().id,
  keys: exportKeys(partnerForm()),
  items: checklistItems(await currentPartner()),
  facts: laterFacts,
});

/** Undefined if the application was deleted, or if it changed again: a later place has it. */
async function packaged({ sub, place }: Listed, list: ExportList): Promise<ApplicationPackage | undefined> {
  const [submission, { received, changes }, withdrawnAt] = await Promise.all([
    readSubmission(sub),
    readChecklist(sub),
    readWithdrawal(sub),
  ]);
  if (submission === undefined) return undefined;
  if (list === 'changed' && !place.startsWith(`${changes?.at(-1)}#`)) return undefined;
  const form = applicationOf(partner(), submission.submitted_at);
  const shown = submissionForSystems(form, partner(), submission);
  const checklist = checklistOf(await currentPartner(), submission.answers, received);
  return packageOf(form, shown, { sub, username: submission.username ?? '', checklist, withdrawnAt });
}

interface Read {
  readonly place: string;
  readonly application: ApplicationPackage | undefined;
}

const readTogether = (listed: readonly Listed[], list: ExportList): Promise<readonly Read[]> =>
  Promise.all(listed.map(async (each) => ({ place: each.place, application: await packaged(each, list) })));

/** Reads applications until the page is full or the time is up, and returns the place of the last one. */
async function fill(listed: readonly Listed[], list: ExportList) {
  const end = now() + maxPageMs;
  const packages: ApplicationPackage[] = [];
  let [bytes, place]: [number, string | undefined] = [0, undefined];
  for (const group of chunks(listed, atOnce)) {
    if (now() > end) return { packages, place };
    for (const read of await readTogether(group, list)) {
      bytes += Buffer.byteLength(JSON.stringify(read.application ?? ''));
      if (bytes > pageBytes && place !== undefined) return { packages, place };
      if (read.application !== undefined) packages.push(read.application);
      place = read.place;
    }
  }
  return { packages, place };
}

interface PageRange {
  /** A day, a time, or the place of the last application. */
  readonly after: string;
  readonly before?: string;
  readonly limit: number;
  readonly list?: ExportList | undefined;
}

/**
 * Returns the next submitted applications in order of submission, or those whose checklist or withdrawal
 * changed in order of the last change. Consecutive pages contain each submission, and each last change,
 * exactly once, regardless of the time between reads.
 */
export async function exportPage({
  after,
  limit,
  before = exportableUntil(),
  list = 'submitted',
}: PageRange): Promise<ExportPage> {
  const { listed, next } = await readList({ status: list, after, before, limit });
  const { packages, place } = await fill(listed, list);
  const last = listed.at(-1)?.place;
  if (place !== last) return { packages, next: place ?? after, isDone: false };
  if (next !== undefined) return { packages, next, isDone: false };
  // The clock of another function may have been ahead of this one's.
  return { packages, next: before > after ? before : after, isDone: true };
}

interface Range {
  /** A day, a time, or the place of the last deleted application. */
  readonly after: string;
  readonly before?: string;
  readonly limit: number;
}

interface ErasedPage {
  readonly erased: readonly ErasedApplication[];
  /** Start of the next page or of the next export. */
  readonly next: string;
  readonly isDone: boolean;
}

/**
 * Returns the next deleted applications that had been submitted, in the order of their deletion. Consecutive
 * pages contain each exactly once.
 */
export async function erasedPage({ after, limit, before = exportableUntil() }: Range): Promise<ErasedPage> {
  const { listed, next } = await readErased({ after, before, limit });
  const erased = listed.map(({ place: _, ...each }) => each);
  if (next !== undefined) return { erased, next, isDone: false };
  return { erased, next: before > after ? before : after, isDone: true };
}
