import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Nothing is inlined: the content security policy allows scripts, styles and fonts from our own host only. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
});
