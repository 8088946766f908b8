import type { Option } from '../form/index.ts';

/** The terms of a year in order, by the month they begin in. */
const seasons = [
  ['01', 'Spring'],
  ['05', 'Summer'],
  ['08', 'Fall'],
] as const;

type Month = (typeof seasons)[number][0];

/** Terms in a row, as YYYYMM with their names: `termsFrom(2027, '08', 2)` is Fall 2027 and Spring 2028. */
export function termsFrom(year: number, month: Month, count: number): readonly Option[] {
  const first = year * seasons.length + seasons.findIndex(([each]) => each === month);
  return Array.from({ length: count }, (_, index) => {
    const [begins, name] = seasons[(first + index) % seasons.length] ?? seasons[0];
    const inYear = Math.floor((first + index) / seasons.length);
    return [`${inYear}${begins}`, `${name} ${inYear}`];
  });
}
