import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { withoutLeet } from '../../shared/rules/leet.ts';
import { knownNames } from './known-names.ts';
import { root } from './root.ts';

const file = 'shared/rules/common-words.json';

/** Shorter words are part of too many others, and longer ones are rare. */
const isUseful = (word: string) => word.length >= 4 && word.length <= 20;

/** A password without the digits and signs that people add before and after a word. */
const wordIn = (password: string): string => {
  const core = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  return withoutLeet(core).replaceAll(/[^a-z]/g, '');
};

/**
 * npx matricula generate common-words: writes the words in the most common passwords of the pinned package.
 */
export function writeCommonWords(): void {
  writeFileSync(join(root, file), commonWordsFile());
  console.log(`${file} is written. Review it with git diff.`);
}

/** The package has the most common passwords first. */
const commonest = 500;

export function commonWordsFile(): string {
  const found = [...new Set(passwords.map(wordIn).filter(isUseful))];
  const words = [...new Set([...found, ...knownNames.filter(isUseful)])].sort();
  const first = found.slice(0, commonest).sort();
  return `${JSON.stringify({ words: words.join(' '), first: first.join(' ') }, undefined, 2)}\n`;
}
