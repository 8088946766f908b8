import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Adds the script of the first calls to the page. It does not wait for the page's own script. */
const firstCalls = (): Plugin => ({
  name: 'first-calls',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunk = Object.values(bundle).find(({ name }) => name === 'first-calls');
      if (chunk === undefined) return [];
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  },
});

/**
 * The staff console has a separate build. Its files have other names than those of the applicants' pages, so
 * it shares none with them and never changes one. Assets are not inlined: see web/vite.config.ts.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), firstCalls()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['staff.html', 'first-calls.ts'],
      treeshake: { moduleSideEffects: [{ test: /\/shared\//, sideEffects: false }] },
      output: {
        entryFileNames: 'assets/console-[hash].js',
        chunkFileNames: 'assets/console-[name]-[hash].js',
        assetFileNames: 'assets/console-[name]-[hash][extname]',
      },
    },
  },
});
