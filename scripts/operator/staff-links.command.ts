import { Command, Option } from '@commander-js/extra-typings';
import { staffAudiences } from '../../shared/api/staff-roles.ts';
import { filled } from '../command-line/values.ts';
import { withTarget } from './target-options.ts';

export const link = withTarget(
  new Command('link')
    .description('Prints links that let staff read an application for a limited time.')
    .requiredOption('--user <email>', "the applicant's email address")
    .requiredOption('--purpose <text>', 'the reason to read the application, for the audit log', filled)
    .addOption(
      new Option('--audience <audience>', 'the staff that the links are for: readers see fewer questions')
        .choices(staffAudiences)
        .default('reader' as const),
    )
    .option('--ttl <time>', 'the lifetime of the links, such as 90s or 15m, at most 60m', '15m')
    .option('--json', 'prints JSON instead of lines', false),
)
  .addHelpText(
    'after',
    '\nExample: npx matricula staff link --user ada@example.org --purpose "decision committee" --stage prod',
  )
  .action(async (options) => (await import('./staff-links.ts')).createLinks(options));

export const revokeLink = withTarget(
  new Command('revoke-link')
    .description('Revokes a staff link immediately.')
    .argument('<id>', 'the ID that was printed with the link'),
)
  .addHelpText('after', '\nExample: npx matricula staff revoke-link 0192f1c2-77aa-7d3e --stage prod')
  .action(async (id, options) => (await import('./staff-links.ts')).revokeLink(id, options));
