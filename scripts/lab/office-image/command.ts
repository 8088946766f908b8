import { Command } from '@commander-js/extra-typings';

export const testImage = new Command('image')
  .description(
    "Builds the office converter's image, and converts Word documents in it as Lambda does. Linux, as root.",
  )
  .addHelpText('after', '\nExample: npx matricula lab test image')
  .action(async () => (await import('./index.ts')).testImage());
