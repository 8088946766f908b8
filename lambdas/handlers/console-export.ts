import { exportPageSize, type staffExport } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { recordForOperators } from '../store/audit-log.ts';
import { filterNames, listForConsole } from '../use-cases/console-list.ts';

export const exportCalls: Handlers<typeof staffExport> = {
  /** Each page is recorded with its filters and the number of its rows. */
  async exportList({ caller, query }) {
    const list = await listForConsole(query, exportPageSize, caller);
    const names = [...filterNames(query), `rows=${list.applications.length}`];
    await recordForOperators('list-exported', caller.operator, names);
    return { body: list };
  },
};
