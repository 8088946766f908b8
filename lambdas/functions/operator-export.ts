import { operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { exportColumns, exportPage } from '../delivery/export-page.ts';
import { operatorCommands } from '../http/operator-commands.ts';
import { recordForOperators } from '../table/audit-log.ts';
import { redriveWork } from '../table/outbox.ts';

/** Operators hand applications over: exports, and work that failed. */
export const handler = operatorCommands(operatorCommand('export'), {
  'export-columns': exportColumns,

  /** Each page hands over whole applications, so each is recorded, with their number. */
  async 'export-page'(operator, { command: _, ...range }) {
    const page = await exportPage(range);
    if (page.packages.length > 0)
      await recordForOperators('applications-exported', operator, [String(page.packages.length)]);
    return page;
  },

  async 'redrive-work'(operator, { user }) {
    await recordForOperators('work-redriven', operator);
    return redriveWork(user && normalizeUsername(user));
  },
});
