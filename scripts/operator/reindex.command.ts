import { Command } from '@commander-js/extra-typings';
import { withTarget } from './target-options.ts';

export const reindex = withTarget(
  new Command('reindex')
    .description(
      'Adds applications of earlier versions to the lists of staff, and delivers those that were never delivered.',
    )
    .option('--yes', 'writes the missing entries; without it, the command only counts them', false)
    .option('--no-packages', 'delivers nothing to the university')
    .option('--after <place>', 'continues an interrupted reindex from the place that it printed')
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText('after', '\nExample: npx matricula ops reindex --yes --stage prod')
  .action(async (options) => (await import('./reindex.ts')).reindex(options));
