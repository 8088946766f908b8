import { baseFont, fontPathOf } from './fonts.ts';

/** Text in one font and one direction. */
export interface TextRun {
  readonly font: string;
  readonly rightToLeft: boolean;
  readonly text: string;
}

/** A line is never broken inside a word that fits on it. */
export interface Word {
  readonly runs: readonly TextRun[];
  /** Whether a space separates it from the word before it on the same line. */
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
export const splitWords = (text: string, bold: boolean): readonly Word[] => {
  const words: Word[] = [];
  let spaced = false;
  for (const [part] of text.normalize('NFC').matchAll(piece)) {
    if (/^[ \t]/.test(part)) spaced = true;
    else {
      words.push({ runs: runsOf(part, bold), spaced });
      spaced = false;
    }
  }
  return words;
};

const runsOf = (text: string, bold: boolean): readonly TextRun[] => {
  const runs: TextRun[] = [];
  for (const character of text) {
    const before = runs.at(-1);
    const drawn = drawnAs(character, bold, before);
    if (drawn === undefined) continue;
    if (before && before.font === drawn.font && before.rightToLeft === drawn.rightToLeft)
      runs[runs.length - 1] = { ...before, text: before.text + drawn.text };
    else runs.push(drawn);
  }
  return runs;
};

/** A character that no font has is drawn as U+FFFD, unless it is invisible anyway. */
const drawnAs = (character: string, bold: boolean, before: TextRun | undefined): TextRun | undefined => {
  const font = fontPathOf(character, bold);
  if (before && attached.test(character) && font !== undefined) return { ...before, text: character };
  if (font !== undefined) return { font, rightToLeft: rightToLeft.test(character), text: character };
  return invisible.test(character) ? undefined : { font: baseFont(bold), rightToLeft: false, text: unknown };
};
