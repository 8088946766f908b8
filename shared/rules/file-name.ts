/**
 * Characters that are not seen, or that only change the order or shape of others: controls of the direction
 * of text, characters without width, soft hyphens, blank letters, halves of characters.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Surrogate}\u{fff9}-\u{fffb}]/u;

/** Scripts in which a joiner changes how the letter before it is written. */
const joiningScripts = [
  ...[
    'Arabic',
    'Syriac',
    'Nko',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
  ],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
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

/**
 * A file name as it is seen. It loses what could make it look like another one, for example a text that runs
 * backwards and ends in "gnp.exe". Joined letters and emoji stay whole.
 */
export function cleanFileName(name: string): string {
  const kept: string[] = [];
  for (const character of name.normalize('NFC')) {
    const before = kept.at(-1) ?? '';
    const belongs = owners[character]?.some((owner) => owner.test(before)) ?? false;
    if (belongs || !invisible.test(character)) kept.push(character);
  }
  return kept.join('');
}
