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

const setPartialDates = (partialDates: PartialDates): void => formStore.setState({ partialDates });
const omitDates = (dates: PartialDates, isRemoved: (key: string) => boolean): PartialDates =>
  Object.fromEntries(Object.entries(dates).filter(([key]) => !isRemoved(key)));

export const getPartialDates = (): PartialDates => formStore.getState().partialDates;
export const usePartialDate = (key: string): DateParts | undefined =>
  useStore(formStore, ({ partialDates }) => partialDates[key]);

/**
 * Stores a partly typed date, so that it survives a page change. A complete date and an empty one are answers instead.
 */
export function setPartialDate(key: string, parts: DateParts): void {
  const others = omitDates(getPartialDates(), (dateKey) => dateKey === key);
  setPartialDates(hasParts(parts) && formatIsoDate(parts) === '' ? { ...others, [key]: parts } : others);
}

/** Restores the partial dates of a draft. A stored answer takes precedence. */
export const restorePartialDates = (dates: PartialDates): void =>
  setPartialDates(omitDates(dates, (key) => !isEmpty(getAnswers()[key])));

/** A hidden question loses its partial date, as it loses its answer. */
export function dropHiddenPartialDates(): void {
  if (Object.keys(getPartialDates()).length === 0) return;
  const state = formStore.getState();
  const visibleKeys = new Set(
    walk(partnerForm()).questions.flatMap(({ key, rules }) => (isVisible(rules, state) ? [key] : [])),
  );
  setPartialDates(omitDates(getPartialDates(), (key) => !visibleKeys.has(key)));
}

/** An example year in messages: a typical applicant's year of birth, or this year for other dates. */
const usualApplicantAge = 18;
const exampleYear = ({ autoComplete }: DateQuestion) =>
  yearOf(today()) - (autoComplete === 'bday' ? usualApplicantAge : 0);

/** The message for a typed date that is incomplete or impossible; '' when it is valid or empty. */
export const missingInDate = (question: DateQuestion, parts: DateParts): string =>
  isImpossibleDate(parts) ? 'Please enter a real date.' : missingDateParts(parts, exampleYear(question));

const text = (key: string) => String(getAnswers()[key] ?? '');

function missingIn({ key, question }: PlacedQuestion): string {
  if (question.kind === 'monthYear') return missingMonthOrYear(text(`${key}_month`), text(`${key}_year`));
  const parts = getPartialDates()[key];
  return question.kind === 'date' && parts !== undefined ? missingInDate(question, parts) : '';
}

/**
 * The message of `missingInDate`, or of an incomplete month and year, for the question whose errors are under `key`.
 */
export function missingDateMessage(key: string): string {
  const placed = walk(partnerForm()).questions.find(
    (question) => errorKey(question.key, question.question) === key,
  );
  return placed === undefined ? '' : missingIn(placed);
}
