import { applicantRoutes } from '../../shared/api/account-routes.ts';
import { dataDictionary } from '../../shared/form/index.ts';
import { reportPage } from '../../shared/report/data-report.ts';
import { call } from '../api-client/call.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { partnerForm } from '../form-state/partner-form.ts';

/** Saves the applicant's stored data as one self-contained HTML page. */
export async function downloadOwnData(): Promise<void> {
  const { username, sections } = await call(applicantRoutes.getOwnData, {});
  const report = {
    by: currentPartner().name,
    about: username,
    made_at: new Date().toISOString(),
    sections,
  };
  const labels = new Map(dataDictionary(partnerForm()).map(({ key, label }) => [key, label]));
  const page = reportPage(report, labels, JSON.stringify(report, null, 2));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  link.download = 'my-data.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
