import type { Funnel } from '../../shared/api/console-replies.ts';
import { walk } from '../../shared/form/index.ts';
import { addDays, isDay, mondayOf } from '../../shared/rules/days.ts';
import {
  type Cells,
  countRanges,
  mergePeriods,
  shownCount,
  smallestCell,
  sum,
  type Tally,
} from '../../shared/rules/small-cells.ts';
import { today } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { type WeekCounts, weeksSince } from '../store/weekly-counts.ts';
import { hourSteps } from './count-weeks.ts';
import { partnerForm } from './form.ts';

/** Most frequent messages that are listed. */
const maxRejected = 20;

function addUp(tallies: readonly Tally[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const tally of tallies)
    for (const [name, count] of Object.entries(tally)) all.set(name, (all.get(name) ?? 0) + count);
  return all;
}

/** Tallies added up, under the names in their order. Unknown names are counted as `otherName`. */
function named(tallies: readonly Tally[], names: ReadonlyMap<string, string>, otherName: string): Tally {
  const all = addUp(tallies);
  const inOrder: Record<string, number> = {};
  for (const [key, name] of names) inOrder[name] = (inOrder[name] ?? 0) + (all.get(key) ?? 0);
  for (const [key, count] of all) if (!names.has(key)) inOrder[otherName] = (inOrder[otherName] ?? 0) + count;
  return inOrder;
}

const pageNames = (): ReadonlyMap<string, string> =>
  new Map(partnerForm().pages.map(({ path, label }) => [path, label]));

const sectionNames = (): ReadonlyMap<string, string> => {
  const sections = walk(partnerForm()).questions.map(({ section }) => section);
  return new Map(sections.map((section) => [section, section]));
};

const hourNames: ReadonlyMap<string, string> = new Map(
  hourSteps.map((hours) => [
    String(hours),
    hours < 24
      ? `Up to ${hours} ${hours === 1 ? 'hour' : 'hours'}`
      : `Up to ${hours / 24} ${hours === 24 ? 'day' : 'days'}`,
  ]),
);

const commonIn = (weeks: readonly WeekCounts[]): Tally =>
  Object.fromEntries(
    [...addUp(weeks.map(({ rejected }) => rejected))].filter(([, count]) => count >= smallestCell),
  );

/** The messages that at least ten applicants saw in a period, most frequent first. */
function rejectedIn(periods: readonly (readonly WeekCounts[])[]): Funnel['rejected'] {
  const { questions, blockingNotices } = walk(partnerForm());
  const placed = new Map([
    ...blockingNotices.map(({ key, section }) => [key, { section, label: '' }] as const),
    ...questions.map(
      ({ errorKey, section, part, question }) =>
        [
          errorKey,
          { section: part === '' ? section : `${section}, ${part}`, label: question.label },
        ] as const,
    ),
  ]);
  return [...addUp(periods.map(commonIn))]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxRejected)
    .flatMap(([name, count]) => {
      const [key = '', message = ''] = name.split('\n', 2);
      const question = placed.get(key);
      return question === undefined
        ? []
        : [{ section: question.section, question: question.label, message, count }];
    });
}

/** Consecutive weeks, and the days on which they begin and end. */
interface MergedWeeks {
  readonly since: string;
  readonly until: string;
  readonly weeks: readonly WeekCounts[];
}

const begunIn = (weeks: readonly WeekCounts[]): number => sum(weeks.map(({ begun }) => begun));
const submittedIn = (weeks: readonly WeekCounts[]): number => sum(weeks.map(({ submitted }) => submitted));

/** The weeks, newest first, merged until at least ten applications were begun. Older ones are omitted. */
function mergeWeeks(weeks: readonly WeekCounts[]): readonly MergedWeeks[] {
  const merged: MergedWeeks[] = [];
  let open: WeekCounts[] = [];
  for (const week of weeks.toReversed()) {
    open.push(week);
    if (begunIn(open) < smallestCell) continue;
    merged.push({ since: week.sk, until: addDays(open[0]?.sk ?? week.sk, 6), weeks: open });
    open = [];
  }
  return merged;
}

/** The Mondays at which counts may begin, newest first. */
const startsBefore = (newest: string): readonly string[] =>
  countRanges.map((weeks) => addDays(newest, -7 * (weeks - 1)));

/** The weeks with their submitted applications, and the total of those that are shown. */
function submittedBy(periods: readonly (readonly MergedWeeks[])[]) {
  const bySince = (period: readonly MergedWeeks[]): Tally =>
    Object.fromEntries(period.map(({ since, weeks }) => [since, submittedIn(weeks)]));
  const { cells, others = 0 }: Cells = mergePeriods(periods.map(bySince));
  const shown = new Map(cells.map(({ name, count }) => [name, count]));
  return {
    total: sum([...shown.values()]) + others,
    weeks: periods.flat().map(({ since, until, weeks }) => ({
      ...{ since, until, begun: begunIn(weeks) },
      submitted: shownCount(shown.get(since) ?? 0, submittedIn(weeks)),
    })),
  };
}

/**
 * Sums up the counts since a start of `countRanges`, the last one that is not after a day: applications by
 * week, last pages and sections of drafts, the time that submitting took, and frequent messages. No number
 * is below ten, except zero. Each is a sum over the periods between two starts, and in each period it is zero
 * or at least ten, so the same is true of the difference of two counts.
 */
export async function funnelSince(day: string): Promise<Funnel> {
  if (!isDay(day)) throw new ApiError('invalid', 'since: this day does not exist.');
  const stored = await weeksSince(addDays(today(), -7 * Math.max(...countRanges) - 7));
  const starts = startsBefore(stored.at(-1)?.sk ?? mondayOf(today()));
  const startOf = (week: string) => starts.find((start) => start <= week);
  const since = startOf(day) ?? starts.at(-1) ?? day;
  const counted = stored.filter(({ sk }) => sk >= since);
  const merged = mergeWeeks(counted);
  const periods = [...Map.groupBy(merged, (week) => startOf(week.since)).values()];
  const weeksOf = periods.map((period) => period.flatMap(({ weeks }) => weeks));
  const submitted = submittedBy(periods);
  const cellsOf = (
    tally: (week: WeekCounts) => Tally,
    names: ReadonlyMap<string, string>,
    otherName: string,
  ) => mergePeriods(weeksOf.map((weeks) => named(weeks.map(tally), names, otherName)));
  return {
    since,
    counted_at: stored.at(-1)?.counted_at,
    begun: shownCount(begunIn(weeksOf.flat()), begunIn(counted)),
    submitted: shownCount(submitted.total, submittedIn(counted)),
    weeks: submitted.weeks,
    hours: cellsOf(({ hours }) => hours, hourNames, 'Longer'),
    pages: cellsOf(({ pages }) => pages, pageNames(), 'Unknown'),
    sections: cellsOf(({ sections }) => sections, sectionNames(), 'No answers'),
    rejected: rejectedIn(weeksOf),
  };
}
