import { pageOf, validate, walk } from '../../shared/form/index.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { chunks } from '../../shared/rules/chunks.ts';
import { addDays, dayAfter, mondayOf } from '../../shared/rules/days.ts';
import { smallestCell } from '../../shared/rules/small-cells.ts';
import { now, today } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { type ApplicationRecord, readApplication } from '../store/application.ts';
import type { ListedStatus } from '../store/keys.ts';
import { type Listed, readList } from '../store/read-lists.ts';
import { beginOf, readValidationReports, storeWeeks, type WeekCounts } from '../store/weekly-counts.ts';
import { partnerForm } from './form.ts';

/** Weeks that are counted: a season, and the same weeks of the year before. */
const countedWeeks = 53;
/** Applications that are read at the same time. */
const atOnce = 32;
const pageSize = 1000;
const hourMs = 3_600_000;
/** The longest times, in hours, by which submitted applications are counted. */
export const hourSteps = [1, 6, 24, 72, 168, 720] as const;

type Counting = {
  -readonly [Name in keyof WeekCounts]: WeekCounts[Name] extends Record<string, number>
    ? Map<string, number>
    : WeekCounts[Name];
};

const emptyWeek = (sk: string): Counting => ({
  ...{ sk, counted_at: '', begun: 0, submitted: 0 },
  ...{ hours: new Map(), pages: new Map(), sections: new Map(), rejected: new Map() },
});

const add = (tally: Map<string, number>, name: string): void => {
  tally.set(name, (tally.get(name) ?? 0) + 1);
};

/** The time in the place of an application in its list. */
const timeIn = (place: string): string => place.slice(0, place.lastIndexOf('#'));

const hoursBetween = (begun: string, submitted: string): number =>
  (Date.parse(submitted) - Date.parse(begun)) / hourMs;

/** Counts one application after the other into the week in which it was begun. */
class Weeks {
  readonly #timeZone = partner().timeZone;
  readonly #form = partnerForm();
  readonly #sections = new Map(
    walk(this.#form).questions.flatMap(({ keys, section }) => keys.map((key) => [key, section] as const)),
  );
  /** The errors of an empty form, by page. A page was not reached if a report has all of them. */
  readonly #untouched = this.#emptyErrors();
  readonly #weeks: ReadonlyMap<string, Counting>;

  constructor(first: string) {
    const mondays = Array.from({ length: countedWeeks }, (_, index) => addDays(first, 7 * index));
    this.#weeks = new Map(mondays.map((monday) => [monday, emptyWeek(monday)]));
  }

  #emptyErrors(): ReadonlyMap<string, readonly string[]> {
    const keys = Object.keys(validate(this.#form, { answers: {}, counts: {} }, { today: today() }));
    return Map.groupBy(keys, (key) => pageOf(this.#form, key) ?? '');
  }

  #weekOf(begun: string): Counting | undefined {
    return this.#weeks.get(mondayOf(dayIn(this.#timeZone, Date.parse(begun))));
  }

  async #addReports(week: Counting, sub: ApplicantId): Promise<void> {
    const seen = new Set<string>();
    for (const report of await readValidationReports(sub)) {
      const isReached = (page: string) =>
        this.#untouched.get(page)?.some((key) => report[key] === undefined) ?? true;
      for (const [key, messages] of Object.entries(report)) {
        const page = pageOf(this.#form, key);
        if (page !== undefined && isReached(page))
          for (const message of messages) seen.add(`${key}\n${message}`);
      }
    }
    for (const each of seen) add(week.rejected, each);
  }

  /** The section of the answer that changed last; the last such section if a save changed several. */
  #lastSection({ revisions }: ApplicationRecord): string {
    let [last, revision] = ['', 0];
    for (const [key, section] of this.#sections)
      if ((revisions[key] ?? 0) >= Math.max(revision, 1)) [last, revision] = [section, revisions[key] ?? 0];
    return last;
  }

  async addDraft({ sub, place }: Listed): Promise<void> {
    const stored = await readApplication(sub);
    // Submitted or deleted since the list was read.
    if (stored.submittedAt !== undefined || stored.erasedAt !== undefined) return;
    const week = this.#weekOf(stored.startedAt ?? timeIn(place));
    if (week === undefined) return;
    week.begun += 1;
    add(week.pages, stored.lastPage);
    add(week.sections, this.#lastSection(stored));
    await this.#addReports(week, sub);
  }

  async addSubmitted({ sub, place }: Listed): Promise<void> {
    const submitted = timeIn(place);
    const begun = await beginOf(sub);
    const week = this.#weekOf(begun ?? submitted);
    if (week === undefined) return;
    week.begun += 1;
    week.submitted += 1;
    if (begun !== undefined) {
      const hours = hoursBetween(begun, submitted);
      add(week.hours, String(hourSteps.find((step) => hours <= step) ?? ''));
    }
    await this.#addReports(week, sub);
  }

  /**
   * The counts of all weeks. Applicants' browsers send the messages, so one that fewer than ten applicants
   * saw in all weeks is not kept.
   */
  counts(): readonly WeekCounts[] {
    const weeks = [...this.#weeks.values()];
    const totals = new Map<string, number>();
    for (const { rejected } of weeks)
      for (const [name, count] of rejected) totals.set(name, (totals.get(name) ?? 0) + count);
    const isCommon = ([name]: readonly [string, number]) => (totals.get(name) ?? 0) >= smallestCell;
    const counted_at = new Date(now()).toISOString();
    return weeks.map(({ hours, pages, sections, rejected, ...week }) => ({
      ...{ ...week, counted_at },
      ...{ hours: Object.fromEntries(hours), pages: Object.fromEntries(pages) },
      sections: Object.fromEntries(sections),
      rejected: Object.fromEntries([...rejected].filter(isCommon)),
    }));
  }
}

async function forEachIn(
  status: ListedStatus,
  first: string,
  work: (listed: Listed) => Promise<void>,
): Promise<void> {
  const before = dayAfter(dayAfter(today()));
  let after: string | undefined = addDays(first, -1); // the week begins in the university's time zone
  while (after !== undefined) {
    const { listed, next }: Awaited<ReturnType<typeof readList>> = await readList({
      ...{ status, after, before, limit: pageSize },
    });
    for (const part of chunks(listed, atOnce)) await Promise.all(part.map(work));
    after = next;
  }
}

/**
 * Counts the applications of the last year by the week in which they were begun, and stores the counts.
 * Returns the number of applications. Deleted applications are in no count.
 */
export async function countWeeks(): Promise<number> {
  const first = addDays(mondayOf(dayIn(partner().timeZone, now())), -7 * (countedWeeks - 1));
  const weeks = new Weeks(first);
  await forEachIn('draft', first, (each) => weeks.addDraft(each));
  await forEachIn('submitted', first, (each) => weeks.addSubmitted(each));
  const counts = weeks.counts();
  await storeWeeks(counts);
  return counts.reduce((sum, { begun }) => sum + begun, 0);
}
