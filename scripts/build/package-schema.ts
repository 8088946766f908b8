import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageJsonSchema } from '../../shared/package/json-schema.ts';
import { university } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { root } from './root.ts';

/** Writes the JSON Schema of application.json into dist/schemas. */
export function writePackageSchemas(): void {
  const folder = join(root, 'dist/schemas');
  mkdirSync(folder, { recursive: true });
  const schema = packageJsonSchema(applicationOf(university, new Date().toISOString()), university.name);
  writeFileSync(join(folder, `${university.id}.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
