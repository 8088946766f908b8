import { join } from 'node:path';
import { build } from 'vite';
import { root } from './root.ts';

/** Builds the site into dist/web, as web/vite.config.ts says. */
export async function buildWeb(): Promise<void> {
  await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
}
