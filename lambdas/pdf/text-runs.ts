import { type Face, fallbackFont, fontPathOf, hasThemeLetters } from './fonts.ts';

/** Text in one font and one direction. */
export interface TextRun {
  readonly font: string;
  readonly rightToLeft: boolean;
  readonly text: string;
}

/** A word. Lines do not break inside a word that fits on one line. */
export interface Word {
  readonly runs: readonly TextRun[];
  /** True if a space separates it from the previous word on the same line. */
  readonly spaced: boolean;
}

const ideograph = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const piece = new RegExp(String.raw`[ \t]+|[${ideograph}]|[^ \t${ideograph}]+`, 'gu');
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Marks and joiners belong to the letter before them. */
const attached = /[\p{M}\p{Cf}]/u;
const invisible = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/u;
const unknown = '\ufffd';

/** Splits one line of text into words, with a font for each letter. */
export const splitWords = (text: string, face: Face): readonly Word[] => {
  const words: Word[] = [];
  let spaced = false;
  for (const [part] of text.normalize('NFC').matchAll(piece)) {
    if (/^[ \t]/.test(part)) spaced = true;
    else {
      words.push({ runs: runsOf(part, face), spaced });
      spaced = false;
    }
  }
  return words;
};

/**
 * If the theme's font lacks a letter of a word, the whole word is drawn in other fonts for a consistent look.
 */
const runsOf = (text: string, face: Face): readonly TextRun[] => {
  const runs: TextRun[] = [];
  const themed = hasThemeLetters(text, face);
  for (const character of text) {
    const before = runs.at(-1);
    const drawn = drawnAs(character, fontPathOf(character, { face, themed }), before);
    if (drawn === undefined) continue;
    if (before && before.font === drawn.font && before.rightToLeft === drawn.rightToLeft)
      runs[runs.length - 1] = { ...before, text: before.text + drawn.text };
    else runs.push(drawn);
  }
  return runs;
};

/** A character that no font has is drawn as U+FFFD, unless it is invisible anyway. */
const drawnAs = (
  character: string,
  font: string | undefined,
  before: TextRun | undefined,
): TextRun | undefined => {
  if (before && attached.test(character) && font !== undefined) return { ...before, text: character };
  if (font !== undefined) return { font, rightToLeft: rightToLeft.test(character), text: character };
  return invisible.test(character) ? undefined : { font: fallbackFont, rightToLeft: false, text: unknown };
};
