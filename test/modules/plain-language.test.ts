import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/build/root.ts';

// The cheap part of the style rules (CONTRIBUTING.md): plain American English in comments, test names and
// Markdown.

const files = (...patterns: readonly string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

const deleted =
  /\b(?:anew|at once|beside|by the clock|held|meanwhile|mend(?:s|ed)?|nobody|of its own|owe[ds]|somebody|told|whoever|whom|that is all)\b/i;
const headless = /^(?:What|Whether|Who|Whose|Nobody|Nothing)\b/i;

/** A question may begin with what or who. */
const isHeadless = (text: string) => headless.test(text) && !text.endsWith('?');

const maxColumns = 110;

interface Sentence {
  readonly place: string;
  readonly text: string;
}

const commentsIn = (file: string): readonly Sentence[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:^|\s)(?:\/\*\*?([\s\S]*?)\*\/|\/\/ ?(.*)$)/gm)].map(
    ([, block, line = '']) => ({
      place: file,
      text: (block ?? line).replaceAll(/\s*\n\s*\*?/g, ' ').trim(),
    }),
  );

const testNamesIn = (file: string): readonly Sentence[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g,
    ),
  ].map(([, , text = '']) => ({ place: file, text }));

const linesIn = (file: string): readonly Sentence[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ place: `${file}:${index + 1}`, text: line.replaceAll(/`[^`]*`/g, '') }));

const code = files('*.ts', '*.tsx', '*.mjs', '*.js', '*.css');
const pages = files('*.md').filter((file) => file !== 'docs/spec/requirements.md'); // the owner's words

const report = (found: readonly Sentence[]) =>
  found.map(({ place, text }) => `${place}: ${text.slice(0, 120)}`);

describe('plain language', () => {
  const comments = code.flatMap(commentsIn);
  const names = files('test/*.ts', 'test/*.tsx', 'scripts/local-cloud/test/*.ts').flatMap(testNamesIn);
  const lines = pages.flatMap(linesIn);
  const headings = lines.flatMap(({ place, text }) =>
    /^#+ /.test(text) ? [{ place, text: text.replace(/^#+ /, '') }] : [],
  );

  it('no comment, test name or heading opens with a headless clause', () => {
    expect(report([...comments, ...names, ...headings].filter(({ text }) => isHeadless(text)))).toEqual([]);
  });

  it('no comment, test name or page uses a deleted word', () => {
    expect(report([...comments, ...names, ...lines].filter(({ text }) => deleted.test(text)))).toEqual([]);
  });

  it('comments are at most 110 columns wide', () => {
    const wide = code
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .map((text) => ({ place: file, text })),
      )
      .filter(
        ({ text }) =>
          text.length > maxColumns && /^\s*(?:\/\/|\/\*|\*)/.test(text) && !/http|biome-ignore/.test(text),
      );
    expect(report(wide)).toEqual([]);
  });
});
