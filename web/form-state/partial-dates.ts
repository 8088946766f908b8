import {
  type DateParts,
  type DateQuestion,
  isEmpty,
  isImpossibleDate,
  missingDateParts,
  missingMonthOrYear,
  type PlacedQuestion,
  parseTypedParts,
  typedPartsKey,
  walk,
  yearOf,
} from '../../shared/form/index.ts';
import { getText } from './form-store.ts';
import { partnerForm, today } from './partner-form.ts';

/** An example year in messages: a typical applicant's year of birth, or this year for other dates. */
const usualApplicantAge = 18;
const exampleYear = ({ autoComplete }: DateQuestion) =>
  yearOf(today()) - (autoComplete === 'bday' ? usualApplicantAge : 0);

/** The message for a typed date that is incomplete or impossible; '' when it is valid or empty. */
export const missingInDate = (question: DateQuestion, parts: DateParts): string =>
  isImpossibleDate(parts) ? 'Please enter a real date.' : missingDateParts(parts, exampleYear(question));

function missingIn({ key, question }: PlacedQuestion): string {
  if (question.kind === 'monthYear')
    return missingMonthOrYear(getText(`${key}_month`), getText(`${key}_year`));
  return question.kind === 'date' && isEmpty(getText(key))
    ? missingInDate(question, parseTypedParts(getText(typedPartsKey(key))))
    : '';
}

/**
 * The message of `missingInDate`, or of an incomplete month and year, for the question whose errors are under
 * `key`.
 */
export function missingDateMessage(key: string): string {
  const placed = walk(partnerForm()).byErrorKey.get(key);
  return placed === undefined ? '' : missingIn(placed);
}
