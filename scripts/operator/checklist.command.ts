import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const checklist = withTarget(
  new Command('checklist')
    .description('Marks the checklist items in a CSV file as received.')
    .argument('<file>', 'a CSV file with the columns applicant (email or confirmation number), item and date')
    .option('--undo', 'marks the same items as not received', false)
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText(
    'after',
    '\nA second run with the same file changes nothing.\n\nExample: npx matricula staff checklist received.csv --stage prod',
  )
  .action(async (file, options) => (await import('./checklist.ts')).receive(file, options));
