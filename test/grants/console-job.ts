import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import type { ApiClient, Method } from '../support/applicant.ts';
import { signIn } from '../support/staff.ts';
import { setInItems } from '../support/table.ts';
import { waitUntilDone } from './main-job.ts';
import type { Watch } from './watch.ts';

// Actions of staff in the console. Every failure is thrown.

/** A line of a checklist file whose applicant has to be looked up. */
const unknownRow = { line: 2, applicant: 'nobody@example.org', item: 'transcript', date: '2026-11-02' };

/** A director, who has every permission, works with the application that was submitted last. */
export async function workInConsole(cloud: LocalCloud, watch: Watch): Promise<void> {
  const director = await signIn(cloud, 'Dana Director', '?fresh=yes');
  const call = (method: Method, path: string, body?: object) =>
    waitUntilDone(director.call(method, `/api/staff${path}`, body));
  await call('GET', '/me');
  const { applications } = await call('GET', '/applications');
  const [{ applicant }] = applications as [{ readonly applicant: string }];
  const own = `/applications/${applicant}`;
  await call('GET', '/applications?q=nobody@example.org');
  await call('GET', own);
  await readAll(cloud, director, own, watch);
  await call('PUT', `${own}/checklist/transcript`, { day: '2026-11-02' });
  await call('DELETE', `${own}/checklist/transcript?day=2026-11-02`);
  await call('GET', `${own}/answers`);
  await call('POST', '/checklist', { rows: [unknownRow], is_preview: true, is_undo: false });
  await call('DELETE', `${own}/withdrawal`);
  const { notes } = await call('POST', `${own}/notes`, { text: 'Call the counselor.' });
  const [{ id }] = notes as [{ readonly id: string }];
  await call('GET', `${own}/notes`);
  await call('DELETE', `${own}/notes/${id}`);
  await call('GET', `${own}/history`);
  await call('GET', '/export?q=nobody@example.org');
  await call('GET', '/export');
  await call('GET', '/total');
  await publishSettings(call);
  await call('GET', '/audit-log');
  await call('POST', '/sign-out?everywhere=yes');
  await watch.sees(['ContractsstaffSession', 'Contractsstaff', 'ContractsstaffOffice']);
}

type Call = (method: Method, path: string, body?: object) => Promise<Readonly<Record<string, unknown>>>;

/** Publishes settings, restores a version, and reads the versions. */
async function publishSettings(call: Call): Promise<void> {
  const publish = async (change: object) => {
    const { version: base } = await call('GET', '/settings');
    await call('POST', '/settings', { base, change, note: 'A test.', confirmed: [] });
  };
  await publish({ set: { help: ['Call us.'] } });
  await publish({ set: { help: ['Write to us.'] } });
  await publish({ restore: 1 });
  await call('GET', '/settings/versions');
}

/** Reads the answers, the PDF and a document, and marks the application as unread. */
async function readAll(cloud: LocalCloud, director: ApiClient, own: string, watch: Watch): Promise<void> {
  const path = `/api/staff${own}`;
  const { document_answer } = await waitUntilDone(director.call('GET', `${path}/answers`));
  const [document = ''] = Object.keys(document_answer as object);
  const open = async (part: string) => {
    let link = '';
    await watch.until(async () => {
      const { status, headers } = await director.call('GET', `${path}/${part}`);
      link = headers.get('location') ?? '';
      return status === 302;
    });
    const response = await fetch(link);
    if (!response.ok) throw new Error(`${part}: ${response.status} ${await response.text()}`);
  };
  await open('pdf');
  await setInItems(cloud, 'PDF', { attribute: 'deadline', value: 0 }); // as if it were a day old
  await open('pdf');
  await open(`documents/${document}`);
  await waitUntilDone(director.call('DELETE', `${path}/read`));
}
