import { staffExport as calls, exportPageSize } from '../../shared/api/console.ts';
import { serve } from '../http/serve.ts';
import { recordForOperators } from '../store/audit-log.ts';
import { filterNames, listChosen, listForConsole } from '../use-cases/console-list.ts';
import { cancelZip, requestZip, zipFilesOf, zipLink } from '../use-cases/zip-files.ts';

export const handler = serve(calls, {
  /** Each page is recorded with its filters and the number of its rows. */
  async exportList({ caller, query }) {
    const list = await listForConsole(query, exportPageSize, caller);
    const names = [...filterNames(query), `rows=${list.applications.length}`];
    await recordForOperators('list-exported', caller.operator, names);
    return { body: list };
  },

  async exportChosen({ caller, body: { applicants, sort = 'newest' } }) {
    const applications = await listChosen(applicants, sort, caller);
    const names = ['chosen', `sort=${sort}`, `rows=${applications.length}`];
    await recordForOperators('list-exported', caller.operator, names);
    return { body: { applications } };
  },

  async createZip({ caller, body: { applicants }, viewer: { host } }) {
    await requestZip(caller, applicants, host);
    return { body: await zipFilesOf(caller) };
  },

  async listZips({ caller }) {
    return { body: await zipFilesOf(caller) };
  },

  async cancelZip({ caller, params: { zip } }) {
    await cancelZip(caller, zip);
    return { body: await zipFilesOf(caller) };
  },

  async downloadZip({ caller, params: { zip } }) {
    const location = await zipLink(caller, zip);
    return { status: 302, headers: { location }, body: { message: 'The file is downloaded.' } };
  },
});
