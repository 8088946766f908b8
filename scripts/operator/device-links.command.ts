import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const deviceLink = withTarget(
  new Command('device-link')
    .description('Prints a link to a prefilled form for each set of answers in a file.')
    .argument('<file>', 'a JSON file with one object of keys and answers, or a list of objects'),
)
  .addHelpText('after', '\nExample: npx matricula staff device-link answers.json --stage prod')
  .action(async (file, options) => (await import('./device-links.ts')).createDeviceLinks(file, options));
