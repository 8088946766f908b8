import {
  baseFont,
  type Face,
  fallbackFont,
  fontForOneDocument,
  fontPathOf,
  hasThemeLetters,
} from './fonts.ts';

export interface Style {
  readonly size: number;
  readonly face?: Face;
  readonly color?: string;
  /** Space above the text, in points. */
  readonly above?: number;
  /** Length of the line below the text on which an answer is written, in points. */
  readonly rule?: number;
}

export interface StyledText {
  readonly text: string;
  readonly style: Style;
}

interface StyledLine {
  readonly line: Line;
  readonly style: Style;
  readonly height: number;
}

/** Texts below each other, broken into the lines of one column. */
export interface TextBox {
  readonly lines: readonly StyledLine[];
  readonly height: number;
}

export const leading = 1.25;
const paragraphBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

const heightOf = (lines: readonly StyledLine[]) => lines.reduce((sum, { height }) => sum + height, 0);

/** Breaks and draws text of one document, in as many fonts as it needs. */
export const createTypesetter = (document: PDFKit.PDFDocument) => {
  const opened = new Set<string>();
  const widths = new Map<string, number>();
  const words = new Map<string, readonly Word[]>();

  const select = (font: string, size: number) => {
    // pdfkit accepts an opened font too, which its types leave out.
    if (!opened.has(font)) document.registerFont(font, fontForOneDocument(font) as unknown as string);
    opened.add(font);
    return document.font(font, size);
  };

  const measure = (font: string, size: number, text: string) => {
    const key = `${font}\n${size}\n${text}`;
    const width = widths.get(key) ?? select(font, size).widthOfString(text);
    widths.set(key, width);
    return width;
  };

  /** Splits a paragraph once, because a box is laid out in up to three widths. */
  const wordsOf = (paragraph: string, face: Face) => {
    const key = `${face}\n${paragraph}`;
    const split = words.get(key) ?? splitWords(paragraph, face);
    words.set(key, split);
    return split;
  };

  const linesOf = ({ text, style }: StyledText, width: number): readonly StyledLine[] => {
    const { size, face = 'plain', above = 0 } = style;
    const broken = text
      .split(paragraphBreak)
      .flatMap((paragraph) =>
        breakLines(wordsOf(paragraph, face), width, (font, part) => measure(font, size, part)),
      );
    return broken.map((line, index) => ({
      line,
      style,
      height: size * leading + (index === 0 ? above : 0),
    }));
  };

  /** Breaks texts into the lines of a column of this width. */
  const layOut = (texts: readonly StyledText[], width: number): TextBox => {
    const lines = texts.flatMap((text) => linesOf(text, width));
    return { lines, height: heightOf(lines) };
  };

  /** Draws one line; `bottom` is the lower edge of its space. */
  const drawLine = (
    { line, style: { size, color = '#1a1a1a', rule } }: StyledLine,
    left: number,
    bottom: number,
  ) => {
    document.fillColor(color);
    const baseline = bottom - size * (leading - 1);
    let x = left;
    for (const { font, text } of line) {
      select(font, size).text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      x += measure(font, size, text);
    }
    if (rule !== undefined)
      document
        .moveTo(left, bottom)
        .lineTo(left + rule, bottom)
        .lineWidth(0.5)
        .stroke('#6b6b6b');
  };

  const widthOf = ({ line, style: { size } }: StyledLine) =>
    line.reduce((sum, { font, text }) => sum + measure(font, size, text), 0);

  select(baseFont, 10);
  return { layOut, drawLine, widthOf };
};

export type Typesetter = ReturnType<typeof createTypesetter>;

/** The width of a run's text in its font. */
export type Measure = (font: string, text: string) => number;

/** A line is drawn one text run after another. */
export type Line = readonly TextRun[];

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const space = ' ';
/** A right-to-left run is reversed as a whole, so an ordinary space may not separate its words. */
const joining = '\u00a0';

/**
 * Breaks words into lines. No text is cut off: a word that is longer than a line is broken between letters.
 */
const breakLines = (words: readonly Word[], width: number, measure: Measure): readonly Line[] => {
  const lines: Word[][] = [[]];
  let used = 0;
  for (const word of words.flatMap((each) => fitting(each, width, measure))) {
    const gap = word.spaced && used > 0 ? measure(word.runs[0]?.font ?? '', space) : 0;
    const length = lengthOf(word, measure);
    if (used > 0 && used + gap + length > width) {
      lines.push([word]);
      used = length;
    } else {
      lines.at(-1)?.push(word);
      used += gap + length;
    }
  }
  return lines.map(joined);
};

const lengthOf = ({ runs }: Word, measure: Measure) =>
  runs.reduce((sum, { font, text }) => sum + measure(font, text), 0);

/** The word itself, or its parts when it is longer than a line. */
const fitting = (word: Word, width: number, measure: Measure): readonly Word[] => {
  if (lengthOf(word, measure) <= width) return [word];
  const parts: Word[] = [];
  let runs: TextRun[] = [];
  let used = 0;
  for (const run of word.runs.flatMap(lettersOf)) {
    const length = measure(run.font, run.text);
    if (used + length > width) {
      parts.push({ runs: merged(runs), spaced: word.spaced && parts.length === 0 });
      runs = [];
      used = 0;
    }
    runs.push(run);
    used += length;
  }
  return [...parts, { runs: merged(runs), spaced: word.spaced && parts.length === 0 }];
};

const lettersOf = (run: TextRun): readonly TextRun[] =>
  [...letters.segment(run.text)].map(({ segment }) => ({ ...run, text: segment }));

/** The words of a line as few text runs. */
const joined = (words: readonly Word[]): Line =>
  merged(
    words.flatMap(({ runs, spaced }, index) => {
      const [first, ...rest] = runs;
      const previous = words[index - 1]?.runs.at(-1);
      if (!first || !previous || !spaced) return runs;
      const together = first.rightToLeft && previous.rightToLeft && first.font === previous.font;
      if (together) return [{ ...first, text: joining + first.text }, ...rest];
      return [{ ...previous, text: space, rightToLeft: false }, ...runs];
    }),
  );

const merged = (runs: readonly TextRun[]): Line => {
  const line: TextRun[] = [];
  for (const run of runs) {
    const before = line.at(-1);
    if (before && before.font === run.font && before.rightToLeft === run.rightToLeft)
      line[line.length - 1] = { ...before, text: before.text + run.text };
    else line.push(run);
  }
  return line;
};

/** Text in one font and one direction. */
interface TextRun {
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
const splitWords = (text: string, face: Face): readonly Word[] => {
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
