import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs travels in two files instead of twenty, and the form in one: together they compress better. */
const groups = [
  { name: 'start', test: /vite\/preload-helper|web\/prerender\/(is-prerendered|hidden-mark)/ },
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-error-boundary|zustand)\//,
  },
  {
    name: 'shell',
    test: /web\/(account\/typed-username|api-client\/(?!queries)|layout\/(?!account-menu|footer-dialogs)|session\/(?!idle)|prerender\/(?!render|inline)|ui\/(?!toaster)|routes\.|pages\/error)|shared\/(partners(?!\/theme)|rules\/limits|api\/routes)/,
  },
  {
    name: 'form',
    test: /web\/(form-state|form\/(?!configuration|conflicts|device-link\.|reviewed-|leave-tab|remove-last|summary-labels|validation-summary)|fields\/(?!combobox|use-)|documents\/document-field|layout\/account-menu)|shared\/(application\/(?!check|answer-keys)|options|form\/(?!print|data-dictionary|check-|configuration-|consistency|autofill))/,
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
