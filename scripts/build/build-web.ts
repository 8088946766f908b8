import { join } from 'node:path';
import { build } from 'vite';
import { drawPages } from './prerender-pages.ts';
import { root } from './root.ts';

const configFile = join(root, 'web/vite.config.ts');
const drawing = join(root, '.cache/prerender');

/** Bundles the renderer of the public pages with its libraries, so that it uses React's production build. */
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

/** Builds the site into dist/web, and its prerendered pages into dist/pages. */
export async function buildWeb(): Promise<void> {
  await build({ configFile, logLevel: 'warn' });
  await buildDrawing();
  await drawPages(join(drawing, 'render-page.js'));
}
