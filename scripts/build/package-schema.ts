import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageJsonSchema } from '../../shared/package/json-schema.ts';
import { partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { root } from './root.ts';

/** Writes the JSON Schema of application.json of each university into dist/schemas. */
export function writePackageSchemas(): void {
  const folder = join(root, 'dist/schemas');
  mkdirSync(folder, { recursive: true });
  for (const id of partnerIds) {
    const partner = partnerOf(id);
    const schema = packageJsonSchema(applicationOf(partner, new Date().toISOString()), partner.name);
    writeFileSync(join(folder, `${id}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}
