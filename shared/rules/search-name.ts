/**
 * A name as it is looked for: without accents, apostrophes and capitals, with one space between its parts.
 * "O'Brien-Müller" becomes "obrien muller".
 */
export const searchName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’ʼ`´]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
