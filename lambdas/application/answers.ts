import { isEmpty, type Patch } from '../../shared/form/index.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ChangeBasis, changeExpected, putItem } from '../table/change.ts';
import { set } from '../table/expression.ts';
import type { LastSave } from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { type Write, writes } from '../table/table.ts';

type Answer = readonly [key: string, value: Patch[string]];

export interface Saved {
  readonly revision: number;
  readonly conflicts: Patch;
  /** Other answers that another tab or device changed since the page's revision. */
  readonly changed: Patch;
}

/**
 * Answers of this save that another tab or device changed since `revision`, with the other values. An answer
 * that the other one emptied is no conflict, because nothing is lost.
 */
function conflictsWith({ answers, revisions }: ChangeBasis, patch: Patch, revision: number): Patch {
  const older = Object.entries(patch).flatMap(([key, value]) => {
    const current = answers[key];
    const changedSince = (revisions[key] ?? 0) > revision;
    return changedSince && current !== undefined && !isEmpty(current) && current !== value
      ? [[key, current] as const]
      : [];
  });
  return Object.fromEntries(older);
}

/**
 * The other answers that changed since `revision`. The page adopts them with the new revision. Otherwise a
 * later edit would replace a value that the page never saw, without a conflict.
 */
const changedElsewhere = ({ answers, revisions }: ChangeBasis, patch: Patch, revision: number): Patch =>
  Object.fromEntries(
    Object.entries(answers).filter(([key]) => !(key in patch) && (revisions[key] ?? 0) > revision),
  );

/** Sets answers in one item and leaves its other answers unchanged. Creates the item if it does not exist. */
const setAnswers = (sub: ApplicantId, sk: string, answers: readonly Answer[], revision: number): Write =>
  writes.update(
    { pk: keys.application(sub), sk },
    set(Object.fromEntries(answers.map(([key, value]) => [key, [value, revision]]))),
  );

const writeAnswers = (sub: ApplicantId, patch: Patch, revision: number): readonly Write[] => {
  const byItem = Object.groupBy(Object.entries(patch), ([key]) => parts.answers(key));
  return Object.entries(byItem).map(([sk, answers = []]) => setAnswers(sub, sk, answers, revision));
};

/**
 * True if a later save of the same page was stored first, even if saves of other pages followed it. It
 * contained the same or newer answers.
 */
const isOvertaken = ({ savers = [] }: ChangeBasis, order: LastSave | undefined): boolean =>
  order !== undefined && savers.some(({ page, number }) => page === order.page && number > order.number);

/** More pages than one applicant has open. */
const maxEarlierSavers = 7;

const saversOtherThan = ({ page }: LastSave, savers: readonly LastSave[]): readonly LastSave[] =>
  savers.filter((other) => other.page !== page).slice(0, maxEarlierSavers);

/** For a save without an order, as other clients send it: later saves of a page do not follow their own. */
const noPage: LastSave = { page: '', number: 0 };

interface SaveOptions {
  /** The revision that the page last got. */
  readonly revision?: number | undefined;
  readonly order?: LastSave | undefined;
  /** Keys of earlier conflicts that the applicant has resolved. */
  readonly resolved?: readonly string[] | undefined;
}

/**
 * Stores the replaced values of new conflicts until the applicant chooses, and deletes resolved ones. A value
 * that the same page replaced is no conflict: the response to its save was lost.
 */
function writeConflicts(
  sub: ApplicantId,
  { conflicts: stored, savers: [saver] = [] }: ChangeBasis,
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
 * The state that the page expects to be stored. If its revision is outdated, the write fails and the
 * application is read.
 */
function expectedBasis(
  patch: Patch,
  { revision, order, resolved = [] }: SaveOptions,
): ChangeBasis | undefined {
  if (revision === undefined || Object.keys(patch).length === 0 || resolved.length > 0) return undefined;
  // On a page's first save, another page saved last, if any.
  if (order?.number === 1 && revision > 0) return undefined;
  return { rev: revision, savers: undefined, answers: {}, revisions: {}, conflicts: {} };
}

/**
 * Saves the given keys in one transaction and leaves all others unchanged. Of two saves of one key, the later
 * one wins and gets the older value in `conflicts`. A save without anything to store changes nothing.
 */
export const saveAnswers = (sub: ApplicantId, patch: Patch, options: SaveOptions): Promise<Saved> =>
  changeExpected<Saved>(sub, expectedBasis(patch, options), (application) => {
    const { revision, order } = options;
    const { savers } = application;
    const saver = order ?? noPage;
    if (isOvertaken(application, order))
      return { unchanged: { revision: revision ?? application.rev, conflicts: {}, changed: {} } };
    const changed = revision === undefined ? {} : changedElsewhere(application, patch, revision);
    const conflicts = revision === undefined ? {} : conflictsWith(application, patch, revision);
    const writes = [
      ...writeAnswers(sub, patch, application.rev + 1),
      ...writeConflicts(sub, application, conflicts, options),
    ];
    if (writes.length === 0) return { unchanged: { revision: application.rev, conflicts, changed } };
    return {
      event: 'save',
      keys: Object.keys(patch),
      writes,
      result: { revision: application.rev + 1, conflicts, changed },
      saver,
      earlierSavers: savers && saversOtherThan(saver, savers),
    };
  });
