import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageJsonSchema } from '../../shared/package/json-schema.ts';
import {
  type PackageSchema,
  packageSchemaFile,
  type SchemaChange,
  schemaChanges,
} from '../../shared/package/schema-changes.ts';
import { partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { OptionError, UsageError } from '../command-line/usage-error.ts';
import { root } from './root.ts';

const folder = 'docs/schemas';
const fileOf = (partner: string) => `${folder}/${partner}.json`;

function schemaOf(partner: string): string {
  const { name } = partnerOf(partner);
  const form = applicationOf(partnerOf(partner), new Date().toISOString());
  return `${JSON.stringify(packageJsonSchema(form, name), null, 2)}\n`;
}

function writeSchemas(): void {
  mkdirSync(join(root, folder), { recursive: true });
  for (const partner of partnerIds) {
    writeFileSync(join(root, fileOf(partner)), schemaOf(partner));
    console.log(`${fileOf(partner)} is written. Review it with git diff.`);
  }
}

/** The universities whose published schema is not that of their form. */
export const stalePackageSchemas = (): readonly string[] =>
  partnerIds.filter((partner) => {
    const file = join(root, fileOf(partner));
    return !existsSync(file) || readFileSync(file, 'utf8') !== schemaOf(partner);
  });

function parsed(text: string, file: string): PackageSchema {
  try {
    return packageSchemaFile.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file} is not a schema that npx matricula generate package-schema wrote.`);
  }
}

function read(file: string): PackageSchema {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  return parsed(readFileSync(file, 'utf8'), file);
}

/** The schema of the university that a file is named after, generated from its current form. */
function currentSchema(file: string): PackageSchema {
  const partner = basename(file).split('.')[0] ?? '';
  if (!partnerIds.includes(partner))
    throw new UsageError(
      `${file} is not named after a university, such as ${partnerIds[0]}.json: name the later schema by --with.`,
    );
  return parsed(schemaOf(partner), partner);
}

const lineOf = ({ change, key, before, after }: SchemaChange) =>
  [change.padEnd(16), key, [before, after].filter((each) => each !== undefined).join(' -> ')]
    .filter((part) => part !== '')
    .join('  ');

function report(changes: readonly SchemaChange[], [before, after]: readonly [PackageSchema, PackageSchema]) {
  if (changes.length === 0) return ['Nothing changed.'];
  return [
    `From form version ${before['x-form-version']} to ${after['x-form-version']}:`,
    ...changes.map(lineOf),
  ];
}

interface Options {
  readonly compare?: string;
  readonly with?: string;
  readonly json?: boolean;
}

/** Writes the schema of application.json of each university, or prints the changes since an earlier one. */
export function packageSchema({ compare, with: later, json = false }: Options): void {
  if (compare === undefined && (later !== undefined || json))
    throw new OptionError('--compare is required: the earlier schema.');
  if (compare === undefined) {
    writeSchemas();
    return;
  }
  const both = [read(compare), later === undefined ? currentSchema(compare) : read(later)] as const;
  const changes = schemaChanges(...both);
  console.log(json ? JSON.stringify(changes, null, 2) : report(changes, both).join('\n'));
}
