import { isCleanText } from '../../../shared/form/index.ts';
import { tokenize } from '../../../shared/lookup/tokenize.ts';

/** Separators of aliases in public files. The first one that occurs in a cell separates all of it. */
const separators = [/\|/, /\s{2,}/, /;/, /,/, /\//];

const longest = 90;
const most = 25;

/**
 * The other names in a cell of a public file, joined by `|`. Repeated names and names that add no word are
 * omitted.
 */
export function aliasesIn(cell: string, name: string): string {
  const separator = separators.find((each) => each.test(cell.trim())) ?? '|';
  const known = new Set(['', tokenize(name).join(' ')]);
  const isNew = (alias: string) => {
    const words = tokenize(alias).join(' ');
    if (known.has(words) || words.length < 2 || alias.length > longest || !isCleanText(alias)) return false;
    known.add(words);
    return true;
  };
  return cell
    .trim()
    .split(separator)
    .map((alias) => alias.replaceAll(/\s+/g, ' ').replaceAll('|', '').trim())
    .filter(isNew)
    .slice(0, most)
    .join('|');
}
