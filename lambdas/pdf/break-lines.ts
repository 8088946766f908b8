import type { TextRun, Word } from './text-runs.ts';

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
export const breakLines = (words: readonly Word[], width: number, measure: Measure): readonly Line[] => {
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
