import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sample } from '../../scripts/build/university.ts';
import { desertSky } from './second-partner.ts';

/** A folder for the folders of universities. The test removes it. */
export const universities = mkdtempSync(join(tmpdir(), 'universities-'));

/** The second university as JSON has it. */
export const plain = JSON.parse(JSON.stringify(desertSky));

export const asModule = (value: unknown): string => `export default ${JSON.stringify(value, null, 2)};`;

/** A folder of the second university, with these files in place of the sample's. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const own = mkdtempSync(join(universities, 'one-'));
  cpSync(sample, own, { recursive: true });
  for (const [name, text] of Object.entries({ 'university.ts': asModule(desertSky), ...files }))
    writeFileSync(join(own, name), text);
  return own;
}
