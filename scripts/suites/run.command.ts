import { Argument, Command } from '@commander-js/extra-typings';

const suites = ['product', 'pages', 'tools', 'browsers', 'engines', 'image', 'all'] as const;

export const test = new Command('test')
  .description('Tests the product, or another part. "all" runs everything that CI runs.')
  .addArgument(new Argument('[suite]', 'the part to test').choices(suites).default('product' as const))
  .addHelpText('after', '\nExample: npm test -- pages')
  .action(async (suite) => (await import('./run.ts')).runSuite(suite));
