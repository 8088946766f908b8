import { join } from 'node:path';
import { build } from 'vite';
import { drawBlankForm } from './blank-form/index.ts';
import { writeFontSubsets } from './font-subsets.ts';
import { drawIcons } from './partner-icons.ts';
import { drawPages } from './prerender-pages.ts';
import { root } from './root.ts';
import { universityAlias } from './university.ts';

const configFile = join(root, 'web/vite.config.ts');
const consoleConfigFile = join(root, 'web/console/vite.config.ts');
const drawing = join(root, '.cache/prerender');

/** Bundles the chosen university. */
const chosen = { resolve: { alias: universityAlias() } };

interface Renderer {
  readonly entry: string;
  readonly outDir: string;
}

/** Bundles a renderer of pages with its libraries. It then uses React's production build. */
const buildRenderer = ({ entry, outDir }: Renderer) =>
  build({
    configFile,
    ...chosen,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: {
        output: { codeSplitting: false, minify: true, entryFileNames: '[name].mjs' },
      },
    },
  });

/**
 * Overrides the test runner's NODE_ENV, for which Vite and its React plugin would make a development build.
 */
async function inProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Builds the site and the staff console into dist/web, and the prerendered pages into dist/pages. */
export const buildWeb = (): Promise<void> =>
  inProduction(async () => {
    await writeFontSubsets();
    await build({ configFile, ...chosen, logLevel: 'warn' });
    await buildRenderer({ entry: 'prerender/render-page.tsx', outDir: drawing });
    await build({ configFile: consoleConfigFile, ...chosen, logLevel: 'warn' });
    await drawPages(join(drawing, 'render-page.mjs'));
    await drawBlankForm();
    await drawIcons();
  });
