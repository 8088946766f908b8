/**
 * Characters that are not seen, or that only change the order or shape of others: controls of the direction
 * of text, characters without width, soft hyphens, blank letters, halves of characters.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Surrogate}\u{fff9}-\u{fffb}]/u;

/** Scripts in which a joiner changes how the letter before it is written. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
];
const joinable = new RegExp(`[${joiningScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
const picture = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const emoji = /\p{Emoji}/u;

/** Invisible characters that belong to the one before them: what that may be. */
const owners: Readonly<Record<string, readonly RegExp[]>> = {
  '\u200c': [joinable],
  '\u200d': [joinable, picture],
  '\ufe0e': [emoji],
  '\ufe0f': [emoji],
};

/** Text as it is seen, with composed letters. Joined letters and joined emoji stay whole. */
export function withoutInvisible(text: string): string {
  // Nearly every text.
  if (/^[\t\n\r -~]*$/.test(text)) return text;
  const kept: string[] = [];
  for (const character of text.normalize('NFC')) {
    const before = kept.at(-1) ?? '';
    const belongs = owners[character]?.some((owner) => owner.test(before)) ?? false;
    if (belongs || !invisible.test(character)) kept.push(character);
  }
  return kept.join('');
}

/** Line ends of other systems, and the soft line breaks of slides and documents. */
const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;
const controls = /[^\P{Cc}\t\n]|\p{Surrogate}/gu;

/**
 * Text that every store and the PDF can hold: without control characters and halves of characters, which
 * come with pasted text.
 */
export const withoutControls = (text: string): string => text.replace(lineEnds, '\n').replace(controls, '');

/** Spaces, characters that are not shown, and the blank pattern of Braille. */
const blank = /^[\s\p{Z}\p{C}\u2800]*$/u;

/**
 * Typed text as it is stored: what is seen of it, without the spaces around it. A phone's keyboard adds a
 * space after a word that it completes. Text of which nothing is seen is ''.
 */
export function cleanText(text: string): string {
  const seen = withoutInvisible(withoutControls(text)).trim();
  return blank.test(seen) ? '' : seen;
}
