import { beforeEach, expect, it } from 'vitest';
import type { Funnel } from '../../shared/api/console-replies.ts';
import { addDays } from '../../shared/rules/days.ts';
import { startSmallStore } from '../support/small-store.ts';

await startSmallStore();
const { storeWeeks } = await import('../../lambdas/store/weekly-counts.ts');
const { funnelSince } = await import('../../lambdas/use-cases/funnel.ts');

const newest = '2026-11-16';
const monday = (weeksAgo: number) => addDays(newest, -7 * weeksAgo);
const pages = ['/about', '/education', '/final-steps'];
const rejected = 'city\nCity';

/** Counts of a week by page: drafts, and as many submitted applications as the last number. */
const week = (weeksAgo: number, counts: readonly number[], submitted: number) => ({
  ...{ sk: monday(weeksAgo), counted_at: '2026-11-22T06:00:00.000Z', submitted },
  begun: counts.reduce((sum, count) => sum + count, submitted),
  ...{ hours: { 1: submitted }, sections: {}, rejected: { [rejected]: counts[0] ?? 0 } },
  pages: Object.fromEntries(pages.map((page, place) => [page, counts[place] ?? 0])),
});

/** Every number that is shown of a period, by its name. */
const numbersOf = ({ begun = 0, submitted = 0, ...found }: Funnel): ReadonlyMap<string, number> =>
  new Map([
    ...([
      ['begun', begun],
      ['submitted', submitted],
    ] as const),
    ...found.weeks.map(({ since, submitted: count }) => [since, count ?? 0] as const),
    ...[found.pages, found.hours].flatMap(({ cells, others = 0 }, table) => [
      [`others ${table}`, others] as const,
      ...cells.map(({ name, count }) => [name, count] as const),
    ]),
    ...found.rejected.map(({ message, count }) => [message, count] as const),
  ]);

beforeEach(() => storeWeeks(Array.from({ length: 53 }, (_, weeksAgo) => week(weeksAgo, [], 0))));

it('the difference of two counts is zero or at least ten in each number', async () => {
  // Numbers around ten, in an order without a pattern.
  const number = (place: number) => (place * place * 7 + place * 3) % 13;
  await storeWeeks(
    Array.from({ length: 53 }, (_, place) =>
      week(place, [number(place), number(place + 5), number(place + 9)], number(place + 2)),
    ),
  );
  const starts = Array.from({ length: 60 }, (_, weeksAgo) => monday(weeksAgo));
  const found = await Promise.all(starts.map(async (since) => numbersOf(await funnelSince(since))));
  const differences = found.flatMap((one) =>
    found.flatMap((other) => [...one].map(([name, count]) => count - (other.get(name) ?? 0))),
  );
  expect(new Set(found.map((numbers) => numbers.get('begun'))).size).toBe(3);
  expect(differences.filter((count) => count > 0 && count < 10)).toEqual([]);
});

it('counts begin 4, 12 or 52 weeks ago', async () => {
  const since = async (day: string) => (await funnelSince(day)).since;
  const starts = [monday(0), monday(3), monday(4), monday(11), monday(12), monday(200)];
  expect(await Promise.all(starts.map(since))).toEqual([3, 3, 11, 11, 51, 51].map(monday));
});

it('the total is the sum of the weeks that are shown', async () => {
  await storeWeeks([week(0, [30, 20], 0), week(1, [2, 1], 0)]);
  const found = await funnelSince(monday(3));
  expect(found).toMatchObject({ begun: 50, submitted: 0, weeks: [{ since: newest, begun: 50 }] });
  expect(found.pages.cells.map(({ count }) => count)).toEqual([30, 20]);
});

it('a submitted count under ten is not the difference of the total and the other weeks', async () => {
  await storeWeeks([week(0, [20], 3), week(1, [20], 15), week(2, [20], 40)]);
  const { submitted, weeks } = await funnelSince(monday(3));
  expect(weeks.map((each) => each.submitted)).toEqual([undefined, undefined, 40]);
  expect(submitted).toBe(58);
});

it('fewer than ten applications are no total', async () => {
  await storeWeeks([week(0, [4], 3)]);
  expect(await funnelSince(monday(3))).toMatchObject({ begun: undefined, submitted: undefined, weeks: [] });
});
