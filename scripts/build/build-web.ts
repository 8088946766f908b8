import { join } from 'node:path';
import { build } from 'vite';
import { drawPages } from './prerender-pages.ts';
import { root } from './root.ts';

const configFile = join(root, 'web/vite.config.ts');
const drawing = join(root, '.cache/prerender');

/** Bundles what draws the pages, libraries included, so that React draws as it does in production. */
const buildDrawing = () =>
  build({
    configFile,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'prerender/render-page.tsx',
      outDir: drawing,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });

/** Builds the site into dist/web, as web/vite.config.ts says, and its pages into dist/pages. */
export async function buildWeb(): Promise<void> {
  await build({ configFile, logLevel: 'warn' });
  await buildDrawing();
  await drawPages(join(drawing, 'render-page.js'));
}
