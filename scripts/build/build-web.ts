import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './root.ts';

/** Builds the site into dist/web. */
export async function buildWeb(): Promise<void> {
  if (!existsSync(join(root, 'web/index.html'))) throw new Error('No such page: web/index.html');
  const configFile = join(root, 'vite.config.ts');
  await build({
    root: join(root, 'web'),
    configFile,
    logLevel: 'warn',
    build: { outDir: join(root, 'dist/web'), emptyOutDir: true },
  });
}
