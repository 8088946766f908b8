import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctions } from './build-functions.ts';
import { buildWeb } from './build-web.ts';
import { functions } from './functions.ts';
import { root } from './root.ts';

/**
 * Builds the missing parts of dist, as in a fresh checkout. It does not check whether existing parts are
 * current.
 */
export async function ensureBuilt(): Promise<void> {
  const isBuilt = (path: string) => existsSync(join(root, 'dist', path));
  if (!isBuilt('pages')) await buildWeb();
  if (!Object.keys(functions).every((name) => isBuilt(`functions/${name}/index.mjs`))) await buildFunctions();
}
