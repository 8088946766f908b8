import { limits } from '../../../shared/rules/limits.ts';
import { allowedFileName } from '../../../shared/rules/upload.ts';

const extension = '.pdf';

/** A file name that the rules allow, with as many whole words of the question as fit. */
export function photosFileName(label: string): string {
  const room = limits.fileNameLength - extension.length;
  const words = label.length > room ? label.slice(0, room + 1).replace(/\s+\S*$/, '') : label;
  return allowedFileName(words + extension);
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const photoCount = (count: number): string => counted(count, 'photo');
export const pageCount = (count: number): string => counted(count, 'page');
