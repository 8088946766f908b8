import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

interface Group {
  readonly name: string;
  /** Files and folders, from the root of the repository. */
  readonly includes: readonly string[];
  /** Exceptions that only a later part of a page needs: they load with that part. */
  readonly except?: readonly string[];
}

/**
 * Every page needs the first three files, a page of the form the fourth, and the review and the print
 * views the fifth. Without these groups a page would load some twenty small files, which compress worse:
 * 11 KB more for the form.
 */
const groups: readonly Group[] = [
  {
    // All that runs before the first frame of a prerendered page. It must not import another group.
    name: 'start',
    includes: ['vite/preload-helper', 'web/prerender/hidden-mark'],
  },
  {
    name: 'framework',
    includes: ['react', 'react-dom', 'scheduler', 'react-router', 'react-error-boundary'].map(
      (library) => `node_modules/${library}/`,
    ),
  },
  {
    name: 'shell',
    includes: [
      'web/routes.tsx',
      'web/api-client/',
      'web/layout/',
      'web/pages/error-screen',
      'web/prerender/',
      'web/session/',
      'web/ui/',
      'web/value',
      'shared/api/application-routes',
      'shared/form/clean-text',
      'shared/partners/',
      'shared/rules/digits',
      'shared/rules/limits',
    ],
    except: [
      'web/api-client/queries',
      'web/layout/account-menu',
      'web/layout/account-panel',
      'web/layout/footer-dialogs',
      'web/layout/maintenance-notice',
      'web/layout/messages',
      'web/prerender/render-page',
      'web/prerender/inline-head',
      'web/session/idle-watch',
      'web/session/log-out',
      'web/ui/confirm-dialog',
      'web/ui/dialog',
      'web/ui/toaster',
      'web/ui/use-minute',
      'shared/partners/dark-theme',
      'shared/partners/deadlines',
      'shared/partners/decision-day',
      'shared/partners/maintenance',
      'shared/partners/next-steps',
      'shared/partners/step-audiences',
      'shared/partners/step-codes',
      'shared/partners/theme-pairs',
      'shared/partners/time-zone',
    ],
  },
  {
    name: 'form',
    includes: [
      'web/documents/document-field',
      'web/fields/',
      'web/form/',
      'web/form-state/',
      'web/layout/account-menu',
      'shared/questions/',
      'shared/form/',
      'shared/options/',
    ],
    except: [
      'web/fields/combobox',
      'web/fields/fit-list',
      'web/fields/use-suggestions',
      'web/form/block-actions',
      'web/form/configuration-warnings',
      'web/form/conflicts',
      'web/form/deadline-notice',
      'web/form/device-link.',
      'web/form/folded-review',
      'web/form/leave-tab',
      'web/form/reviewed-page',
      'web/form/error-links',
      'web/form/validation-summary',
      'shared/questions/answer-keys',
      'shared/questions/check-form',
      'shared/questions/facts',
      'shared/form/autofill',
      'shared/form/check-',
      'shared/form/condition-words',
      'shared/form/clean-text',
      'shared/form/configuration-error',
      'shared/form/consistency',
      'shared/form/data-dictionary',
      'shared/form/leave-out',
      'shared/form/print-lines',
      'shared/form/without-questions',
    ],
  },
  // Logging out needs these calls on every page.
  { name: 'account-routes', includes: ['shared/api/account-r'] },
  // Parts that several account pages share. As single files, each one would cost every page its name.
  {
    name: 'account',
    includes: [
      'web/account/account-card',
      'web/account/account-form',
      'web/account/requirements',
      'web/account/use-account-form',
      'shared/api/mailed-code-messages',
    ],
  },
  {
    name: 'print',
    includes: ['web/print/printed-lines', 'shared/form/print-lines'],
  },
];

/** Converts a group to the bundler's format. */
const chunkOf = ({ name, includes, except = [] }: Group) => ({
  name,
  includeDependenciesRecursively: true,
  test: (id: string) =>
    includes.some((path) => id.includes(path)) && !except.some((path) => id.includes(path)),
});

/**
 * Assets are not inlined: the content security policy allows scripts, styles and fonts from our own host
 * only.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // Files of shared/ have no side effects on import: one that only a later part of a page needs can load
      // later.
      treeshake: { moduleSideEffects: [{ test: /\/shared\//, sideEffects: false }] },
      output: {
        codeSplitting: { groups: groups.map(chunkOf) },
        // The first load names some 40 later files; a hash does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
});
