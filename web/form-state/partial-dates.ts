import { useStore } from 'zustand';
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
import { formStore, getAnswers } from './form-store.ts';
import { partnerForm, today } from './partner-form.ts';

const put = (partialDates: PartialDates): void => formStore.setState({ partialDates });
const without = (dates: PartialDates, isGone: (key: string) => boolean): PartialDates =>
  Object.fromEntries(Object.entries(dates).filter(([key]) => !isGone(key)));

export const getPartialDates = (): PartialDates => formStore.getState().partialDates;
export const usePartialDate = (key: string): DateParts | undefined =>
  useStore(formStore, ({ partialDates }) => partialDates[key]);

/** Keeps a date that is typed in part: it survives a page change. A whole date, or an empty one, is an answer instead. */
export function setPartialDate(key: string, parts: DateParts): void {
  const others = without(getPartialDates(), (each) => each === key);
  put(hasParts(parts) && formatIsoDate(parts) === '' ? { ...others, [key]: parts } : others);
}

/** Puts back the partial dates of a draft. A stored date wins. */
export const restorePartialDates = (dates: PartialDates): void =>
  put(without(dates, (key) => !isEmpty(getAnswers()[key])));

/** A question that becomes hidden loses its partial date, as it loses its answer. */
export function dropHiddenPartialDates(): void {
  if (Object.keys(getPartialDates()).length === 0) return;
  const now = formStore.getState();
  const shown = new Set(
    walk(partnerForm()).questions.flatMap(({ key, rules }) => (isVisible(rules, now) ? [key] : [])),
  );
  put(without(getPartialDates(), (key) => !shown.has(key)));
}

/** Of a birthday the year of somebody who applies, of another date this year. */
const usualAge = 18;
const exampleYear = ({ autoComplete }: DateQuestion) =>
  yearOf(today()) - (autoComplete === 'bday' ? usualAge : 0);

/** What is still wrong with what is typed of a date, in words; '' when it is a day, or nothing. */
export const missingInDate = (question: DateQuestion, parts: DateParts): string =>
  isImpossibleDate(parts) ? 'Please enter a real date.' : missingDateParts(parts, exampleYear(question));

const text = (key: string) => String(getAnswers()[key] ?? '');

function missingIn({ key, question }: PlacedQuestion): string {
  if (question.kind === 'monthYear') return missingMonthOrYear(text(`${key}_month`), text(`${key}_year`));
  const parts = getPartialDates()[key];
  return question.kind === 'date' && parts !== undefined ? missingInDate(question, parts) : '';
}

/** The same for the question on which a problem stands. */
export function missingDateMessage(key: string): string {
  const placed = walk(partnerForm()).questions.find((each) => errorKey(each.key, each.question) === key);
  return placed === undefined ? '' : missingIn(placed);
}
