import { type CommandOf, operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { erasedPage, exportColumns, exportPage } from '../delivery/export-page.ts';
import { redriveWork } from '../delivery/pending-work.ts';
import { operatorCommands } from '../http/operator-commands.ts';
import { type Operator, recordForOperators } from '../table/audit-log.ts';

type Command = CommandOf<'export'>;
type CommandNamed<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

async function redrive(operator: Operator, { user }: CommandNamed<'redrive-work'>) {
  await recordForOperators('work-redriven', operator);
  return redriveWork(user && normalizeUsername(user));
}

/** Each page hands over whole applications, so each is recorded, with their number. */
async function exportNext(operator: Operator, { command: _, ...range }: CommandNamed<'export-page'>) {
  const page = await exportPage(range);
  if (page.packages.length > 0)
    await recordForOperators('applications-exported', operator, [String(page.packages.length)]);
  return page;
}

/** Recorded like the applications, because the rows say who applied. */
async function exportErased(operator: Operator, { command: _, ...range }: CommandNamed<'export-erased'>) {
  const page = await erasedPage(range);
  if (page.erased.length > 0)
    await recordForOperators('erased-exported', operator, [String(page.erased.length)]);
  return page;
}

function run(operator: Operator, command: Command): Promise<object> {
  switch (command.command) {
    case 'export-columns':
      return exportColumns();
    case 'export-page':
      return exportNext(operator, command);
    case 'export-erased':
      return exportErased(operator, command);
    case 'redrive-work':
      return redrive(operator, command);
  }
}

/** Operators hand applications over: exports, and work that failed. */
export const handler = operatorCommands(operatorCommand('export'), run);
