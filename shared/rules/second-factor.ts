/** Small letters and digits without i, l, o and u, which are read for others. */
export const recoveryLetters = '0123456789abcdefghjkmnpqrstvwxyz';

const lookAlikes: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0' };

/** A typed code without the spaces and dashes that people put into it. */
const withoutGaps = (typed: string) => typed.replaceAll(/[\s-]/g, '');

/** The code of an authenticator app as it is checked; undefined for anything else. */
export function appCodeFrom(typed: string): string | undefined {
  const code = withoutGaps(typed);
  return /^\d{6}$/.test(code) ? code : undefined;
}

/** A recovery code as it is checked; undefined for anything else. */
export function recoveryCodeFrom(typed: string): string | undefined {
  const code = withoutGaps(typed)
    .toLowerCase()
    .replaceAll(/[ilo]/g, (letter) => lookAlikes[letter] ?? letter);
  return code.length === 10 && [...code].every((letter) => recoveryLetters.includes(letter))
    ? code
    : undefined;
}

export const secondFactorMessages = {
  appCode: 'The code must be exactly 6 numbers.',
  recoveryCode: 'A recovery code has 10 letters and numbers.',
  either: 'Enter the 6-digit code from your app, or a 10-character recovery code.',
} as const;
