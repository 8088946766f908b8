import { commaSeparated, delimitedLine } from './delimited.ts';

// CSV as RFC 4180 has it, which spreadsheets may open without running anything that an applicant typed
// (docs/integrations.md). Files that other systems import are in delimited.ts.

/**
 * Excel reads it as the sign of UTF-8. Without it letters with accents come out wrong there; other programs
 * skip it.
 */
export const byteOrderMark = '\uFEFF';

/**
 * With what spreadsheets take a cell for a formula, also after spaces and in the full width of East Asian
 * keyboards.
 */
const beginsFormula = /^[\s\u00a0\u3000]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** A negative number, or a phone number without a second operator: `+91-9999999999` is a subtraction. */
const isNumber = /^[+-][\d\s().,]*$/;

/** Text that a spreadsheet would calculate gets an apostrophe in front, so that it shows it instead. */
const withoutFormula = (text: string): string =>
  beginsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;

/** One line with its end. */
export const csvLine = (cells: readonly string[]): string =>
  delimitedLine(cells.map(withoutFormula), commaSeparated);
