const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Unicode keeps the ten digits of each script together and in order. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit(first - 1)) first -= 1;
  return String((code - first) % 10);
}

/** Replaces the digits of other scripts, as Arabic or Japanese keyboards type them, by 0 to 9. */
export const asciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, asciiDigit);
