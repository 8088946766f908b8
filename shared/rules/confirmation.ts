/** Digits and letters that nobody mistakes for each other when read aloud or by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The last of the eight: the sum of the others, each weighted by its place, so that a swap is noticed too. */
const checkCharacter = (characters: string): string =>
  alphabet[
    [...characters].reduce((sum, each, place) => sum + (2 * place + 1) * alphabet.indexOf(each), 0) % 32
  ] ?? '';

/** `NLU-7K4Q29XW`: the partner's short name and eight characters, the last a check (decision H-26). */
export function confirmationNumber(shortName: string): string {
  const characters = [...crypto.getRandomValues(new Uint8Array(7))]
    .map((byte) => alphabet[byte % 32])
    .join('');
  return `${shortName}-${characters}${checkCharacter(characters)}`;
}

export function isConfirmationNumber(text: string): boolean {
  const [, characters = '', check] = /^[A-Z]{2,4}-([2-9A-HJ-NP-Z]{7})([2-9A-HJ-NP-Z])$/.exec(text) ?? [];
  return check !== undefined && checkCharacter(characters) === check;
}
