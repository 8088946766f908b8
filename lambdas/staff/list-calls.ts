import { exportPageSize, listPageSize, type staffExport, type staffList } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { applicantId } from '../runtime/ids.ts';
import { recordEvent, recordForOperators } from '../table/audit-log.ts';
import { countForConsole, factsFor, filterNames, listForConsole } from './list.ts';

export const listCalls: Handlers<typeof staffList> = {
  /** Each page is recorded with its filters, but the names that it finds are not. */
  async listApplications({ caller, query }) {
    await recordForOperators('applications-listed', caller.operator, filterNames(query));
    return { body: await listForConsole(query, listPageSize, caller) };
  },

  async getTotal({ caller, query }) {
    return { body: { total: await countForConsole(query, caller) } };
  },

  async getFacts({ caller, params }) {
    const sub = applicantId.parse(params.applicant);
    const facts = await factsFor(sub, caller);
    await recordEvent(sub, 'application-shown', caller.operator);
    return { body: facts };
  },
};

export const exportCalls: Handlers<typeof staffExport> = {
  /** Each page is recorded with its filters and the number of its rows. */
  async exportList({ caller, query }) {
    const list = await listForConsole(query, exportPageSize, caller);
    const names = [...filterNames(query), `rows=${list.applications.length}`];
    await recordForOperators('list-exported', caller.operator, names);
    return { body: list };
  },
};
