import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs travels in two files instead of twenty, and the form in one: together they compress better. */
const groups = [
  { name: 'start', test: /vite\/preload-helper|web\/start\/(drawn|hiding)/ },
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-error-boundary|zustand)\//,
  },
  {
    name: 'shell',
    test: /web\/(account\/username|api\/(call|errors|tell-trouble)|layout\/(arrival|async-errors|footer\.|guard|header|pages|part|root)|session\/(?!idle)|start\/(begin|pages|typed)|ui\/(?!toaster)|partner|routes\.|pages\/error)|shared\/(partners(?!\/theme)|rules\/limits|api\/routes)/,
  },
  {
    name: 'form',
    test: /web\/(form\/(?!combobox|configuration|conflicts|device-link|pdf-copy|receipt-pdf|download-receipt|reviewed-|tab-documents|leave-tab|remove-last|summary-places|validation-summary)|fields\/(?!combobox|look-into|smaller-photo|upload|use-|keep-)|layout\/account-menu)|shared\/(application\/(?!check|answer-keys)|options|form\/(?!print|dictionary|consistency|filling))/,
  },
];

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
    rolldownOptions: {
      // What is shared says what is so and does nothing: a file that an index names, and only a later part needs, comes later.
      treeshake: { moduleSideEffects: [{ test: /\/shared\//, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
});
