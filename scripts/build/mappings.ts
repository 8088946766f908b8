import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFormats } from '../../shared/export/format-names.ts';
import type { MappedColumn, Mapping } from '../../shared/export/mapping.ts';
import { partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { mappingFaults } from './check-mapping.ts';
import { type MappingFile, type ParsedMapping, parseMapping } from './mapping-file.ts';
import { fromRoot, root } from './root.ts';

const mappingsFolder = join(root, 'shared/partners/mappings');
const generatedFile = 'shared/export/mappings.json';

const namePattern = /^([a-z][a-z0-9-]{0,39})\.(?:ya?ml|json)$/;
const takenNames: readonly string[] = ownFormats;

const delimiters = { comma: ',', semicolon: ';', pipe: '|', tab: '\t' } as const;
const lineEnds = { crlf: '\r\n', lf: '\n' } as const;

function columnOf(column: MappingFile['columns'][number]): MappedColumn {
  const { title, translate, date } = column;
  const sources = ['answer', 'receipt', 'checklist', 'fixed'] as const;
  const source = sources.find((each) => column[each] !== undefined) ?? 'fixed';
  return {
    ...{ title, source, of: column[source] ?? '' },
    ...(translate !== undefined && { translate }),
    ...(date !== undefined && { date }),
  };
}

const mappingOf = ({ partner, file = {}, translations = {}, columns }: MappingFile): Mapping => ({
  partner,
  extension: file.extension ?? 'csv',
  dialect: {
    delimiter: delimiters[file.delimiter ?? 'comma'],
    quotes: file.quotes ?? 'needed',
    lineEnd: lineEnds[file.lineEnd ?? 'crlf'],
  },
  hasHeader: file.header !== 'no',
  timeZone: file.timeZone ?? 'UTC',
  translations,
  columns: columns.map(columnOf),
});

function faultsOf({ content, faults }: ParsedMapping): ParsedMapping['faults'] {
  if (content === undefined) return faults;
  if (!partnerIds.includes(content.partner))
    return [
      {
        path: ['partner'],
        message: `'${content.partner}' is no partner. There are: ${partnerIds.join(', ')}`,
      },
    ];
  const partner = partnerOf(content.partner);
  return mappingFaults(content, applicationOf(partner, new Date().toISOString()), partner);
}

interface ReadMapping {
  readonly name: string;
  readonly content?: MappingFile | undefined;
  /** Each starts with the file and the line to edit. */
  readonly errors: readonly string[];
}

function readMapping(folder: string, fileName: string): ReadMapping {
  const path = join(folder, fileName);
  const name = namePattern.exec(fileName)?.[1];
  if (name === undefined || takenNames.includes(name))
    return {
      name: fileName,
      errors: [
        `${fromRoot(path)}:1: name the file after the format, in small letters: banner.yaml. ${takenNames.join(', ')} are taken`,
      ],
    };
  const parsed = parseMapping(readFileSync(path, 'utf8'));
  const errors = faultsOf(parsed).map(
    (fault) =>
      `${fromRoot(path)}:${parsed.lineOf(fault.path)}: ${[...fault.path, ''].join('.').slice(0, -1)}${fault.path.length > 0 ? ': ' : ''}${fault.message}.`,
  );
  return { name, content: parsed.content, errors };
}

function readMappings(folder: string): readonly ReadMapping[] {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const found = files.map((file) => readMapping(folder, file));
  return found.map((each, index) =>
    found.findIndex(({ name }) => name === each.name) === index
      ? each
      : { ...each, errors: [`${fromRoot(folder)}: two files are called ${each.name}. Rename one.`] },
  );
}

const generated = (found: readonly ReadMapping[]): string =>
  `${JSON.stringify(
    Object.fromEntries(
      found.flatMap(({ name, content }) => (content === undefined ? [] : [[name, mappingOf(content)]])),
    ),
    null,
    2,
  )}\n`;

/** The errors in mapping files, each with its file and line; or an error if the generated file is stale. */
export function mappingErrors(folder = mappingsFolder): readonly string[] {
  const found = readMappings(folder);
  const errors = found.flatMap((each) => each.errors);
  if (errors.length > 0 || folder !== mappingsFolder) return errors;
  return readFileSync(join(root, generatedFile), 'utf8') === generated(found)
    ? []
    : [`${generatedFile} is out of date. Run npx matricula generate mappings and review the diff.`];
}

/** npx matricula generate mappings: checks the mapping files, and writes them for functions and commands. */
export function writeMappings(): void {
  const found = readMappings(mappingsFolder);
  const errors = found.flatMap((each) => each.errors);
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  writeFileSync(join(root, generatedFile), generated(found));
  console.log(`${generatedFile} is written. Review it with git diff.`);
}
