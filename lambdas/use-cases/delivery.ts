import { packageFormat } from '../../shared/package/application-package.ts';
import { checklistOf } from '../../shared/partners/next-steps.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { type PdfKey, packageFolder } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { type ApplicationRecord, readApplication } from '../store/application.ts';
import {
  claimDelivery,
  deletePendingDelivery,
  dueDeliveries,
  failDelivery,
  type PendingDelivery,
  postponeDelivery,
  recordDelivery,
} from '../store/deliveries.ts';
import type { Submission } from '../store/items.ts';
import { currentPartner } from '../store/settings.ts';
import { announceChanges } from './change-events.ts';
import { filesOf, packageOf, submissionForSystems } from './package.ts';

/** Draws `application.pdf`, with the converted documents by their keys. */
export type DrawPackagePdf = (
  stored: ApplicationRecord,
  files: ReadonlyMap<PdfKey, Uint8Array>,
) => Promise<Uint8Array>;

const minuteMs = 60_000;
const triesMaximum = 10;
/** Milliseconds between tries: 1, 2, 4 and so on up to 60 minutes. Ten tries take about four hours. */
const pauseAfter = (tries: number): number => Math.min(60, 2 ** (tries - 1)) * minuteMs;

/** The folder of a package in its bucket. */
const folderOf = ({ confirmation }: Submission): string => packageFolder(confirmation);

/** Event for the university's systems. It identifies the package and contains no answers. */
const eventOf = (submission: Submission) => ({
  format: packageFormat,
  confirmation: submission.confirmation,
  submitted_at: submission.submitted_at,
  package: { bucket: environment('PACKAGES_BUCKET'), folder: folderOf(submission) },
});

/** A failed step, described for operators. */
class StepFailed extends Error {}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new StepFailed(`${name}: ${describeError(cause).name}`, { cause });
  }
}

const readDocument = (key: PdfKey, path: string) =>
  step(`reading ${path}`, async () => {
    const { readObject } = await import('../aws/s3-objects.ts');
    return readObject({ bucket: environment('DOCUMENTS_BUCKET'), key });
  });

/**
 * Writes the objects of a package. `application.json` is written last and marks the package as complete.
 * Objects from an earlier try stay unchanged.
 */
async function writePackage(
  { sub, username }: PendingDelivery,
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
      const { writeOnce } = await import('../aws/s3-objects.ts');
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

/** Delivers one package: its objects, its event, then the delivery record. Each step can be repeated. */
async function deliver(pending: PendingDelivery, draw: DrawPackagePdf): Promise<void> {
  const { sub } = pending;
  const stored = await step('reading the application', () => readApplication(sub));
  const { submission } = stored;
  // One transaction writes the submission and the pending delivery. Without a submission, the applicant's
  // data was deleted in the meantime.
  if (submission === undefined) return void (await deletePendingDelivery(sub));
  const { confirmation, format, form_version } = await writePackage(pending, { ...stored, submission }, draw);
  await step('sending the event', async () => {
    const { sendEvent } = await import('../aws/event-bridge.ts');
    await sendEvent('ApplicationSubmitted', eventOf(submission));
  });
  const delivered = { confirmation, format, form_version, folder: folderOf(submission) };
  await step('recording the package', () => recordDelivery(sub, delivered));
}

const minutesSince = ({ submitted_at }: PendingDelivery): number =>
  Math.floor((now() - Date.parse(submitted_at)) / minuteMs);

const crashed = 'The function stopped before it could report an error.';

/** Stops retrying. The log line fires an alarm. */
async function giveUp({ sub }: PendingDelivery, reason: string): Promise<void> {
  await failDelivery(sub, reason);
  log({ level: 'error', event: 'package.failed', applicant: sub, reason });
}

async function tryAgainLater(pending: PendingDelivery, error: unknown): Promise<void> {
  const reason = error instanceof StepFailed ? error.message : describeError(error).name;
  const cause = describeError(error instanceof StepFailed ? error.cause : error);
  const { sub, tries } = pending;
  const minutes = minutesSince(pending);
  log({ level: 'error', event: 'package.delayed', applicant: sub, reason, minutes, error: cause });
  if (tries >= triesMaximum) await giveUp(pending, reason);
  else await postponeDelivery(sub, reason, pauseAfter(tries));
}

/** Delivers the package of one submission, unless it was delivered, is being delivered, or is not due. */
export async function deliverPackage(sub: ApplicantId, draw: DrawPackagePdf): Promise<void> {
  const pending = await claimDelivery(sub);
  if (pending === undefined) return;
  if (pending.tries > triesMaximum) return giveUp(pending, pending.reason ?? crashed);
  const started = performance.now();
  try {
    await deliver(pending, draw);
    const milliseconds = Math.round(performance.now() - started);
    log({ level: 'info', event: 'package.delivered', minutes: minutesSince(pending), milliseconds });
  } catch (error) {
    await tryAgainLater(pending, error);
  }
}

/**
 * Delivers what is due until `end`, in milliseconds since 1970: events about changes, then packages, one
 * after the other.
 */
export async function deliverDue(end: number, draw: DrawPackagePdf): Promise<void> {
  const { packages, ...changes } = await dueDeliveries();
  await announceChanges(changes, end);
  for (const { sub } of packages) {
    if (now() > end) return;
    await deliverPackage(sub, draw);
  }
}
