import { packageFormat } from '../../shared/package/application-package.ts';
import { checklistOf } from '../../shared/partners/next-steps.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { type PdfKey, packageFolder } from '../aws/object-keys.ts';
import { environment } from '../runtime/environment.ts';
import { partner } from '../runtime/partner.ts';
import { type ApplicationRecord, readApplication, recordPackage } from '../table/application.ts';
import type { Submission, WorkOf } from '../table/items.ts';
import { step } from '../table/outbox.ts';
import { currentPartner } from '../table/settings.ts';
import { filesOf, packageOf, submissionForSystems } from './package.ts';

/** Draws `application.pdf`, with the converted documents by their keys. */
type DrawPackagePdf = (
  stored: ApplicationRecord,
  files: ReadonlyMap<PdfKey, Uint8Array>,
) => Promise<Uint8Array>;

/** The folder of a package in its bucket. */
const folderOf = ({ confirmation }: Submission): string => packageFolder(confirmation);

/** Event for the university's systems. It identifies the package and contains no answers. */
const eventOf = (submission: Submission) => ({
  format: packageFormat,
  confirmation: submission.confirmation,
  submitted_at: submission.submitted_at,
  package: { bucket: environment('PACKAGES_BUCKET'), folder: folderOf(submission) },
});

const readDocument = (key: PdfKey, path: string) =>
  step(`reading ${path}`, async () => {
    const { readObject } = await import('../aws/s3.ts');
    return readObject({ bucket: environment('DOCUMENTS_BUCKET'), key });
  });

/**
 * Writes the objects of a package. `application.json` is written last and marks the package as complete.
 * Objects from an earlier try stay unchanged.
 */
async function writePackage(
  { sub, username }: WorkOf<'package'>,
  stored: ApplicationRecord & { readonly submission: Submission },
  draw: DrawPackagePdf,
) {
  const form = applicationOf(partner(), stored.submission.submitted_at);
  const submission = submissionForSystems(form, partner(), stored.submission);
  const files = await Promise.all(
    filesOf(form, submission).map(async ({ from, to }) => ({
      from,
      to,
      bytes: await readDocument(from, to),
    })),
  );
  const write = (path: string, type: string, bytes: Uint8Array | string) =>
    step(`writing ${path}`, async () => {
      const { writeOnce } = await import('../aws/s3.ts');
      await writeOnce(folderOf(submission) + path, type, bytes);
    });
  const pdf = await step('drawing application.pdf', () =>
    draw(stored, new Map(files.map(({ from, bytes }) => [from, bytes]))),
  );
  await Promise.all(files.map(({ to, bytes }) => write(to, 'application/pdf', bytes)));
  await write('application.pdf', 'application/pdf', pdf);
  // The questions that systems do not see may decide which items are needed.
  const checklist = checklistOf(await currentPartner(), stored.submission.answers, stored.checklist.received);
  const { withdrawnAt } = stored;
  const content = packageOf(form, submission, { sub, username, checklist, withdrawnAt });
  await write('application.json', 'application/json', `${JSON.stringify(content, null, 2)}\n`);
  return content;
}

/**
 * Delivers one package: its objects, its event, then the delivery record. Each step can be repeated. Without
 * a submission, the applicant's data was deleted in the meantime.
 */
export async function deliverPackage(pending: WorkOf<'package'>, draw: DrawPackagePdf): Promise<void> {
  const { sub } = pending;
  const stored = await step('reading the application', () => readApplication(sub));
  const { submission } = stored;
  if (submission === undefined) return;
  const { confirmation, format, form_version } = await writePackage(pending, { ...stored, submission }, draw);
  await step('sending the event', () => send('ApplicationSubmitted', eventOf(submission)));
  const delivered = { confirmation, format, form_version, folder: folderOf(submission) };
  await step('recording the package', () => recordPackage(sub, delivered));
}

async function send(type: string, detail: Readonly<Record<string, unknown>>): Promise<void> {
  const { sendEvent } = await import('../aws/event-bridge.ts');
  await sendEvent(type, detail);
}

/** Tells the university's systems which items arrived. The event has no answers and no address. */
export async function announceChecklist({ sub }: WorkOf<'checklist-event'>): Promise<void> {
  const { submission, checklist } = await readApplication(sub);
  if (submission === undefined) return;
  await send('checklist.changed', {
    confirmation: submission.confirmation,
    changed_at: checklist.changes?.at(-1),
    checklist: checklistOf(await currentPartner(), submission.answers, checklist.received),
  });
}

/** Tells them of another change. The exports list the same changes (export-page.ts). */
export const announceChange = ({ type, detail }: WorkOf<'change-event'>): Promise<void> => send(type, detail);
