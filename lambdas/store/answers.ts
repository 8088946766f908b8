import { isEmpty, type Patch } from '../../shared/form/index.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ChangeBasis, changeExpected, putItem, type Write } from './change.ts';
import type { LastSave } from './items.ts';
import { keys, parts } from './keys.ts';
import { TableName } from './table.ts';

/** A DynamoDB expression may have 4 KB. 120 keys with their revisions take about 3.5 KB. */
const expressionKeys = 120;

export interface Saved {
  readonly revision: number;
  readonly conflicts: Patch;
  /** Other answers that another tab or device has changed since the page's revision. */
  readonly changed: Patch;
}

type PageOf = (key: string) => string;

/**
 * Answers of this save that another tab or device has changed since `revision`, with the other's values. An answer
 * that the other emptied is no conflict, because nothing gets lost.
 */
function conflictsWith({ pages }: ChangeBasis, patch: Patch, pageOf: PageOf, revision: number): Patch {
  const older = Object.entries(patch).flatMap(([key, value]) => {
    const page = pages.get(pageOf(key));
    const current = page?.a[key];
    const changedSince = (page?.r[key] ?? 0) > revision;
    return changedSince && current !== undefined && !isEmpty(current) && current !== value
      ? [[key, current] as const]
      : [];
  });
  return Object.fromEntries(older);
}

/**
 * The other answers that changed since `revision`. The page adopts them with the new revision: otherwise a later edit
 * of one of them would replace a value that the page has never seen, without a conflict.
 */
const changedElsewhere = ({ pages }: ChangeBasis, patch: Patch, revision: number): Patch =>
  Object.fromEntries(
    [...pages.values()].flatMap(({ a, r }) =>
      Object.entries(a).filter(([key]) => !(key in patch) && (r[key] ?? 0) > revision),
    ),
  );

function writePage(
  sub: ApplicantId,
  page: string,
  entries: readonly (readonly [string, Patch[string]])[],
  application: ChangeBasis,
) {
  const stored = application.pages.get(page);
  const rev = application.rev + 1;
  if (stored === undefined || entries.length > expressionKeys)
    return putItem(sub, parts.answers(page), {
      a: { ...stored?.a, ...Object.fromEntries(entries) },
      r: { ...stored?.r, ...Object.fromEntries(entries.map(([key]) => [key, rev])) },
    });
  return {
    Update: {
      TableName,
      Key: { pk: keys.application(sub), sk: parts.answers(page) },
      UpdateExpression: `SET ${entries.map((_, index) => `a.#k${index} = :v${index}, r.#k${index} = :rev`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([key], index) => [`#k${index}`, key])),
      ExpressionAttributeValues: {
        ':rev': rev,
        ...Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])),
      },
    },
  };
}

/**
 * Whether a later save of the same page was already stored. It contained everything that this one contains, or newer
 * answers.
 */
const isOvertaken = ({ saver }: ChangeBasis, order: LastSave | undefined): boolean =>
  saver !== undefined && saver.page === order?.page && saver.number > order.number;

interface SaveOptions {
  /** The revision that the page last got. */
  readonly revision?: number | undefined;
  readonly order?: LastSave | undefined;
  /** Keys of earlier conflicts between whose values the applicant has chosen. */
  readonly resolved?: readonly string[] | undefined;
}

/**
 * Stores the replaced values of new conflicts, so that they are kept until the applicant has chosen, and removes those
 * that the applicant resolved. A value that the same page replaced is no conflict: the reply to its save was lost.
 */
function writeConflicts(
  sub: ApplicantId,
  { conflicts: stored, saver }: ChangeBasis,
  found: Patch,
  { order, resolved = [] }: SaveOptions,
): readonly Write[] {
  const added = saver !== undefined && saver.page === order?.page ? {} : found;
  const removed = resolved.filter((key) => key in stored);
  if (Object.keys(added).length === 0 && removed.length === 0) return [];
  const kept = Object.entries(stored).filter(([key]) => !removed.includes(key));
  return [putItem(sub, parts.conflicts, { c: { ...Object.fromEntries(kept), ...added } })];
}

/**
 * What the page believes to be stored. If its revision is still current, nothing has changed since, and its items
 * exist. If not, the write fails and the application is read.
 */
function expectedBasis(
  patch: Patch,
  pageOf: PageOf,
  { revision, resolved = [] }: SaveOptions,
): ChangeBasis | undefined {
  const changed = Object.keys(patch);
  if (!revision || changed.length === 0 || changed.length > expressionKeys || resolved.length > 0)
    return undefined;
  const emptyPage = { a: {}, r: {} };
  const pages = new Map(changed.map((key) => [pageOf(key), emptyPage]));
  return { rev: revision, saver: undefined, pages, conflicts: {} };
}

/**
 * Saves the given keys in one transaction and leaves all others alone. The later of two saves of one key wins, and
 * gets the older value in `conflicts`. A save without anything to store changes nothing.
 */
export const saveAnswers = (
  sub: ApplicantId,
  patch: Patch,
  pageOf: PageOf,
  options: SaveOptions,
): Promise<Saved> =>
  changeExpected<Saved>(sub, expectedBasis(patch, pageOf, options), (application) => {
    const { revision, order } = options;
    if (isOvertaken(application, order))
      return { unchanged: { revision: revision ?? application.rev, conflicts: {}, changed: {} } };
    const changed = revision === undefined ? {} : changedElsewhere(application, patch, revision);
    const conflicts = revision === undefined ? {} : conflictsWith(application, patch, pageOf, revision);
    const byPage = Object.groupBy(Object.entries(patch), ([key]) => pageOf(key));
    const writes = [
      ...Object.entries(byPage).map(([page, entries = []]) => writePage(sub, page, entries, application)),
      ...writeConflicts(sub, application, conflicts, options),
    ];
    if (writes.length === 0) return { unchanged: { revision: application.rev, conflicts, changed } };
    return {
      event: 'save',
      keys: Object.keys(patch),
      writes,
      result: { revision: application.rev + 1, conflicts, changed },
      saver: order,
    };
  });
