import { InvalidArgumentError } from '@commander-js/extra-typings';
import { isDay } from '../../shared/rules/days.ts';

/** Parses the value of an option that counts something. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('a whole number is expected.');
  return number;
}

/** Parses a TCP port; 0 means any free one. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('a port from 0 to 65535 is expected.');
  return port;
}

/** Parses a day such as 2026-11-30. */
export function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('a day such as 2026-11-30 is expected.');
  return text;
}

/** Parses a text that must not be blank. */
export function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('a text is expected.');
  return text;
}
