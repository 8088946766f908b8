import { limits } from '../../../shared/rules/limits.ts';
import { allowedFileName } from '../../../shared/rules/upload.ts';

const extension = '.pdf';

/** The subject of a question: its label without an instruction before a colon. */
export function subjectOf(label: string): string {
  const subject = label.slice(label.lastIndexOf(':') + 1).trim() || label;
  return subject.slice(0, 1).toUpperCase() + subject.slice(1);
}

/** A file name that the rules allow, with as many whole words of the question as fit. */
export function photosFileName(label: string): string {
  const room = limits.fileNameLength - extension.length;
  const subject = subjectOf(label);
  const words = subject.length > room ? subject.slice(0, room + 1).replace(/\s+\S*$/, '') : subject;
  return allowedFileName(words + extension);
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const photoCount = (count: number): string => counted(count, 'photo');
export const pageCount = (count: number): string => counted(count, 'page');

/** 'page 3', 'pages 3, 7 and 15', from indexes. */
export function pageNames(indexes: readonly number[]): string {
  const numbers = indexes.map((index) => String(index + 1));
  const [last] = numbers.slice(-1);
  if (numbers.length < 2) return `page ${last}`;
  return `pages ${numbers.slice(0, -1).join(', ')} and ${last}`;
}

export const darkText = (index: number): string =>
  `Page ${index + 1} is dark. Take it again with more light.`;

export interface AddedPage {
  readonly index: number;
  readonly isCropped: boolean;
  readonly isDark: boolean;
}

/** Says which pages were added, which of them were cropped, and which are too dark. */
export function addedText(added: readonly AddedPage[]): string {
  const [only, ...others] = added;
  if (only === undefined) return '';
  const cropped = added.filter(({ isCropped }) => isCropped).map(({ index }) => index);
  return [
    others.length === 0 ? `Page ${only.index + 1} added.` : `${pageCount(added.length)} added.`,
    ...(cropped.length > 0 ? [`We cropped ${pageNames(cropped)} to the paper.`] : []),
    ...added.filter(({ isDark }) => isDark).map(({ index }) => darkText(index)),
  ].join(' ');
}

/** Says how many pages fit into one file, and names the largest, which do not. */
export function tooLargeText(count: number, removed: readonly number[]): string {
  const fitting = count - removed.length;
  const which = removed.length === 1 ? 'The largest is' : 'The largest are';
  const them = removed.length === 1 ? 'it' : 'them';
  return `Only ${fitting} of ${count} pages fit in 1 MB. ${which} ${pageNames(removed)}. Remove ${them}, or take ${them} again in better light. Your photos stay here.`;
}
