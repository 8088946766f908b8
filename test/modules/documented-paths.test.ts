import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/build/root.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'scripts/**/*.md', '.github/**/*.md'], {
  cwd: root,
}).sort();

/** A path in backticks that begins with a folder of the repository; it may be a glob. */
const repositoryPath = /^(?:bin|lib|lambdas|web|shared|test|scripts|docs|data)\/[\w./*{},-]*$/;

const spans = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const linkTargets = (text: string) =>
  spans(text, /\]\(([^)\s]+)\)/g)
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
    .map((target) => target.replace(/#.*$/, ''));

const pathsInCode = (text: string) => spans(text, /`([^`\n]+)`/g).filter((span) => repositoryPath.test(span));

const exists = (path: string) =>
  /[*{]/.test(path) ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path));

it.each(documents)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const links = linkTargets(text).map((target) => join(dirname(document), target));
  expect([...links, ...pathsInCode(text)].filter((path) => !exists(path))).toEqual([]);
});

it('the documents name at least a hundred paths', () => {
  const paths = documents.flatMap((document) => pathsInCode(readFileSync(join(root, document), 'utf8')));
  expect(paths.length).toBeGreaterThan(100);
});
