import type { Funnel } from '../../shared/api/console-replies.ts';
import { walk } from '../../shared/form/index.ts';
import { addDays, isDay, mondayOf } from '../../shared/rules/days.ts';
import { mergeSmallCells, shownCount, smallestCell, type Tally } from '../../shared/rules/small-cells.ts';
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
function named(tallies: readonly Tally[], names: ReadonlyMap<string, string>, otherName: string) {
  const all = addUp(tallies);
  const inOrder: Record<string, number> = {};
  for (const [key, name] of names) inOrder[name] = (inOrder[name] ?? 0) + (all.get(key) ?? 0);
  for (const [key, count] of all) if (!names.has(key)) inOrder[otherName] = (inOrder[otherName] ?? 0) + count;
  return mergeSmallCells(inOrder);
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

/** The messages that at least ten applicants saw, most frequent first. */
function rejectedIn(weeks: readonly WeekCounts[]): Funnel['rejected'] {
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
  return [...addUp(weeks.map(({ rejected }) => rejected))]
    .filter(([, count]) => count >= smallestCell)
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

type ShownWeek = Funnel['weeks'][number];

/** The weeks, newest first. Consecutive ones are merged until at least ten applications were begun. */
function shownWeeks(weeks: readonly WeekCounts[]): ShownWeek[] {
  const shown: ShownWeek[] = [];
  let [until, begun, submitted] = [undefined as string | undefined, 0, 0];
  for (const week of weeks.toReversed()) {
    until ??= addDays(week.sk, 6);
    begun += week.begun;
    submitted += week.submitted;
    if (begun < smallestCell) continue;
    shown.push({ since: week.sk, until, begun, submitted: shownCount(submitted) });
    [until, begun, submitted] = [undefined, 0, 0];
  }
  return shown;
}

/**
 * Sums up the counts since a day's Monday: applications by week, last pages and sections of drafts, the time
 * that submitting took, and the most frequent messages. No number is below ten, except zero.
 */
export async function funnelSince(day: string): Promise<Funnel> {
  if (!isDay(day)) throw new ApiError('invalid', 'since: this day does not exist.');
  const since = mondayOf(day);
  const weeks = await weeksSince(since);
  const sum = (count: (week: WeekCounts) => number) => weeks.reduce((all, week) => all + count(week), 0);
  return {
    since,
    counted_at: weeks.at(-1)?.counted_at,
    begun: shownCount(sum(({ begun }) => begun)),
    submitted: shownCount(sum(({ submitted }) => submitted)),
    weeks: shownWeeks(weeks),
    hours: named(
      weeks.map(({ hours }) => hours),
      hourNames,
      'Longer',
    ),
    pages: named(
      weeks.map(({ pages }) => pages),
      pageNames(),
      'Unknown',
    ),
    sections: named(
      weeks.map(({ sections }) => sections),
      sectionNames(),
      'No answers',
    ),
    rejected: rejectedIn(weeks),
  };
}
