/** The value of an option that counts something, at least 1. */
export function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1) throw new Error(`${name} ${text}: a whole number is expected.`);
  return number;
}
