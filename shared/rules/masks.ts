import { asciiDigits } from './digits.ts';

/** Formats of numbers while the user types: '#' is a digit, '~' anything. */
const formats = { phone: '(###) ###-####', ssn: '###-##-####', asTyped: '~' } as const;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/**
 * True if the text starts with a plus. Other marks before it, such as a bracket or a direction mark, are
 * ignored.
 */
const hasPlus = (text: string): boolean => /^[^\d+]*\+/.test(text);

/** True for a number whose country code is not 1, the code of the United States, Canada and others. */
export const isForeignNumber = (text: string): boolean => hasPlus(text) && /^[^1]/.test(digitsOf(text));

/**
 * Drops the country code 1: immediately after a plus, otherwise only before ten digits. A 1 may come first
 * for a moment while the user corrects a number.
 */
function withoutCountryCode(text: string): string {
  const digits = digitsOf(text);
  if (!digits.startsWith('1')) return text;
  const isCode = hasPlus(text) ? digits.length > 1 : digits.length === 11;
  return isCode ? digits.slice(1) : text;
}

/**
 * Writes the prefixes of calls abroad, 00 and from the United States 011, as a plus. No number of these
 * countries begins with 0 or 1.
 */
const withPlus = (text: string): string =>
  text.replace(/^[^\d+]*0\D*(?:0|1\D*1)\D*/, '+').replace(/^\+[\s)]+/, '+');

/** A number with a plus is not formatted. */
const phone = {
  preProcess: (text: string): string => withoutCountryCode(withPlus(asciiDigits(text))),
  mask: (text: string): string => (hasPlus(text) ? formats.asTyped : formats.phone),
  tokens: { '#': { pattern: /\d/ }, '~': { pattern: /./s, multiple: true } },
};

export const masks = { phone, ssn: { preProcess: asciiDigits, mask: formats.ssn } };
