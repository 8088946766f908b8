/** How numbers are formatted while they are typed; '#' is a digit, '~' anything. */
const formats = { phone: '(###) ###-####', ssn: '###-##-####', asTyped: '~' } as const;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** A country code comes first; what else stands before it, as a bracket or a mark of direction, is no digit. */
const hasPlus = (text: string): boolean => /^[^\d+]*\+/.test(text);

/** A number of another country than the United States, Canada and those that share their code, which is 1. */
export const isForeignNumber = (text: string): boolean => hasPlus(text) && /^[^1]/.test(digitsOf(text));

/**
 * A number without the country code 1: with a plus it is one at once, without it only in front of ten digits, because
 * a 1 may stand first for a moment while somebody mends a number.
 */
function withoutCountryCode(text: string): string {
  const digits = digitsOf(text);
  if (!digits.startsWith('1')) return text;
  const isCode = hasPlus(text) ? digits.length > 1 : digits.length === 11;
  return isCode ? digits.slice(1) : text;
}

/** A number with a plus is not forced into the format. */
const phone = {
  preProcess: withoutCountryCode,
  mask: (text: string): string => (hasPlus(text) ? formats.asTyped : formats.phone),
  tokens: { '#': { pattern: /\d/ }, '~': { pattern: /./s, multiple: true } },
};

export const masks = { phone, ssn: { mask: formats.ssn } };
