import { type DictionaryEntry, dataDictionary } from '../../shared/form/index.ts';
import { university } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';

const columns = ['Key', 'Page', 'Section', 'Label', 'Kind', 'Limit', 'When missing', 'Asked when', 'Options'];

/** Longer lists are counted here and written out with `--json`. */
const listed = 12;

const pairs = (options: readonly (readonly [string, string])[]) =>
  options.length > listed
    ? `${options.length} options`
    : options.map(([value, label]) => `${value}: ${label}`).join('; ');

function optionsIn({ options }: DictionaryEntry): string {
  if (options === undefined) return '';
  if (Array.isArray(options)) return pairs(options);
  return Object.entries(options)
    .map(([on, each]) => `for ${on} ${pairs(each)}`)
    .join('; ');
}

const missingIn = ({ required, requiredWhen = [] }: DictionaryEntry): string =>
  required ??
  requiredWhen
    .map(({ message, conditions }) =>
      conditions.length === 0 ? message : `${message} (when ${conditions.join(' and ')})`,
    )
    .join('; ');

const row = (entry: DictionaryEntry): readonly string[] => [
  entry.key,
  entry.page,
  entry.section,
  entry.label,
  entry.kind,
  String(entry.limit ?? ''),
  missingIn(entry),
  entry.conditions.join('; '),
  optionsIn(entry),
];

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

const table = (entries: readonly DictionaryEntry[]): string =>
  [columns, columns.map(() => '---'), ...entries.map(row)].map(line).join('\n');

/** Prints every key of an application as a Markdown table or as JSON. */
export function writeDataDictionary({ json }: { readonly json: boolean }): void {
  const entries = dataDictionary(applicationOf(university, new Date().toISOString()));
  console.log(json ? JSON.stringify(entries, null, 2) : table(entries));
}
