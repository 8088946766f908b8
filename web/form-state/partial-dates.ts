import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type DateParts,
  type DateQuestion,
  errorKey,
  formatIsoDate,
  hasParts,
  isEmpty,
  isImpossibleDate,
  isVisible,
  missingDateParts,
  missingMonthOrYear,
  type PlacedQuestion,
  walk,
  yearOf,
} from '../../shared/form/index.ts';
import type { PartialDates } from '../session/unsaved-answers.ts';
import { answersNow, standing } from './form-store.ts';
import { ourForm, today } from './partner-form.ts';

/** Dates that are typed in part, or are no day of the calendar, and so are no answers. They survive a page change. */
const store = createStore<PartialDates>(() => ({}));

const put = (dates: PartialDates): void => store.setState(dates, true);
const without = (dates: PartialDates, isGone: (key: string) => boolean): PartialDates =>
  Object.fromEntries(Object.entries(dates).filter(([key]) => !isGone(key)));

export const partialDatesNow = (): PartialDates => store.getState();
export const usePartialDate = (key: string): DateParts | undefined => useStore(store, (dates) => dates[key]);
export const forgetPartialDates = (): void => put({});

/** Notes what is typed of a date, for as long as it is neither a day nor nothing. */
export function setPartialDate(key: string, parts: DateParts): void {
  const others = without(partialDatesNow(), (each) => each === key);
  put(hasParts(parts) && formatIsoDate(parts) === '' ? { ...others, [key]: parts } : others);
}

/** Partial dates that this tab has kept; a stored date wins. */
export const restorePartialDates = (dates: PartialDates): void =>
  put(without(dates, (key) => !isEmpty(answersNow()[key])));

/** A question that hides loses its partial date as it loses its answer. */
export function forgetHiddenPartialDates(): void {
  if (Object.keys(partialDatesNow()).length === 0) return;
  const now = standing.getState();
  const shown = new Set(
    walk(ourForm()).questions.flatMap(({ key, rules }) => (isVisible(rules, now) ? [key] : [])),
  );
  put(without(partialDatesNow(), (key) => !shown.has(key)));
}

/** Of a birthday the year of somebody who applies, of another date this year. */
const usualAge = 18;
const exampleYear = ({ autoComplete }: DateQuestion) =>
  yearOf(today()) - (autoComplete === 'bday' ? usualAge : 0);

/** What is still wrong with what is typed of a date, in words; '' when it is a day, or nothing. */
export const missingInDate = (question: DateQuestion, parts: DateParts): string =>
  isImpossibleDate(parts) ? 'Please enter a real date.' : missingDateParts(parts, exampleYear(question));

const text = (key: string) => String(answersNow()[key] ?? '');

function missingIn({ key, question }: PlacedQuestion): string {
  if (question.kind === 'monthYear') return missingMonthOrYear(text(`${key}_month`), text(`${key}_year`));
  const parts = partialDatesNow()[key];
  return question.kind === 'date' && parts !== undefined ? missingInDate(question, parts) : '';
}

/** The same for the question on which a problem stands. */
export function missingAt(key: string): string {
  const placed = walk(ourForm()).questions.find((each) => errorKey(each.key, each.question) === key);
  return placed === undefined ? '' : missingIn(placed);
}
