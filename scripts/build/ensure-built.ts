import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctions } from './build-functions.ts';
import { buildWeb } from './build-web.ts';
import { functions } from './functions.ts';
import { root } from './root.ts';
import { universityFolder } from './university.ts';

const builtFor = join(root, 'dist/university');

/** Records whose folder dist was built from. */
export const recordUniversity = (): void => writeFileSync(builtFor, universityFolder());

const isOfChosenUniversity = (): boolean =>
  existsSync(builtFor) && readFileSync(builtFor, 'utf8') === universityFolder();

/**
 * Builds the missing parts of dist, as in a fresh checkout, or all parts after the choice of another
 * university. It does not check whether existing parts are current.
 */
export async function ensureBuilt(): Promise<void> {
  const isBuilt = (path: string) => isOfChosenUniversity() && existsSync(join(root, 'dist', path));
  const hasPages = isBuilt('pages');
  const hasFunctions = Object.keys(functions).every((name) => isBuilt(`functions/${name}/index.mjs`));
  if (!hasPages) await buildWeb();
  if (!hasFunctions) await buildFunctions();
  recordUniversity();
}
