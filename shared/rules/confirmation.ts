/** Digits and letters that cannot be confused when they are read aloud or written by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The sum of the first seven characters, each weighted by its position, so that swapped characters are
 * detected too.
 */
const checkCharacter = (characters: string): string =>
  alphabet[
    [...characters].reduce((sum, each, index) => sum + (2 * index + 1) * alphabet.indexOf(each), 0) % 32
  ] ?? '';

/** For example `NLU-7K4Q29XW`: the partner's short name, seven random characters and a check character. */
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
