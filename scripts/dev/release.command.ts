import { Command } from '@commander-js/extra-typings';

export const release = new Command('release')
  .description(
    'Turns "Unreleased" of CHANGELOG.md into a version, and commits and tags it. It pushes nothing.',
  )
  .argument('<version>', 'the new version, such as 0.2.0')
  .addHelpText('after', '\nExample: npm run release -- 0.2.0')
  .action(async (version) => (await import('./release.ts')).release(version));
