import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Form, walk } from '../../shared/form/index.ts';
import { fromRoot, root } from './root.ts';

const questions = join(root, 'shared/questions');

const escaped = (text: string) => text.replace(/[^\w]/g, '\\$&');

/** The line of a file, from 1, that declares a member; undefined if no line does. */
function lineOf(lines: readonly string[], member: string, from = 0): number | undefined {
  const declares = new RegExp(`(^|[\\s{,])['"]?${escaped(member)}['"]?\\s*[:,]`);
  const index = lines.findIndex((line, at) => at >= from && declares.test(line));
  return index === -1 ? undefined : index + 1;
}

interface QuestionFile {
  readonly path: string;
  readonly lines: readonly string[];
}

function readQuestionFiles(): readonly QuestionFile[] {
  const names = readdirSync(questions, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && !name.includes('snapshot'))
    .map((name) => ({
      path: fromRoot(join(questions, name)),
      lines: readFileSync(join(questions, name), 'utf8').split('\n'),
    }));
}

/**
 * The ways to split a key into the prefix of its block and the name under it: `college_2_city` into `college`
 * and `city`.
 */
function splits(key: string): readonly (readonly [prefix: string, name: string])[] {
  const parts = key.split('_');
  return parts.slice(1).map((_, index) => {
    const at = parts.length - 1 - index;
    return [parts.slice(0, at).join('_'), parts.slice(at).join('_').replace(/^\d+_/, '')];
  });
}

function locateIn(files: readonly QuestionFile[], key: string): string | undefined {
  for (const { path, lines } of files) {
    const line = lineOf(lines, key);
    if (line !== undefined) return `${path}:${line}`;
  }
  for (const [prefix, name] of splits(key))
    for (const { path, lines } of files) {
      const block = lines.findIndex((line) => line.includes(`'${prefix}'`));
      if (block !== -1) return `${path}:${lineOf(lines, name, block) ?? block + 1}`;
    }
  return undefined;
}

/**
 * Location of a key's question, as `file:line`; undefined if no file declares it. A question in a repeated
 * block, or shared by several pages, is located by its name in the block's file, else by the block's prefix.
 */
export function locateQuestion(form: Form, key: string): string | undefined {
  const asked = walk(form).questions.find(({ keys }) => keys.includes(key));
  const section = asked?.section ?? '';
  const hasSection = ({ lines }: QuestionFile) => section !== '' && lines.join('\n').includes(section);
  const files = readQuestionFiles();
  const inSection = files.filter(hasSection);
  const declared = asked?.key ?? key;
  return locateIn(inSection, declared) ?? locateIn(files, declared);
}

/**
 * Location of an object member in a file, as `file:line`. `path` lists the names that lead to the member. The
 * search begins at the line with this index.
 */
export function locateMember(file: string, path: readonly PropertyKey[], start = 0): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  let found = start;
  for (const name of path) found = lineOf(lines, String(name), found > start ? found - 1 : start) ?? found;
  return found === 0 ? fromRoot(file) : `${fromRoot(file)}:${found}`;
}
