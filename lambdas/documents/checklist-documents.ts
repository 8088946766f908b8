import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { itemsFor } from '../../shared/partners/next-steps.ts';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import type { PdfKey, Upload } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId, DocumentKey } from '../runtime/ids.ts';
import type { ApplicationRecord } from '../table/application.ts';
import { listRemovals } from '../table/attached-documents.ts';
import { auditEntry } from '../table/audit-log.ts';
import { type Change, planAndWrite, putItem, tooManyChanges, type Unchanged } from '../table/change.ts';
import { changedRow, nextChecklist } from '../table/checklist.ts';
import { parts } from '../table/keys.ts';
import { currentPartner } from '../table/settings.ts';
import type { Write } from '../table/table.ts';

// Documents that applicants send for checklist items. They are not part of the submission, so they may change
// after it, until the applicant withdraws or the office marks the item as received. Each change is also a
// revision of the checklist, so it and the office's changes cannot overwrite each other.

const messages = {
  notSubmitted: 'Submit your application first. Then you can send documents for your checklist.',
  notExpected: "We don't take an upload for this document. Please reload the page.",
  withdrawn: "You withdrew your application, so you can't send documents for it.",
  received: "We have already checked off this document, so you can't change your copy.",
} as const;

/** The reason why the document of a key cannot change now; undefined if it can. */
async function rejectionOf({ submission, erasedAt, withdrawnAt, checklist }: ApplicationRecord, key: string) {
  const item = itemOfKey(key) ?? '';
  // This call was in progress when the deletion ended its session.
  if (erasedAt !== undefined) return new ApiError('unauthenticated', invalidSessionMessage);
  if (submission === undefined) return new ApiError('conflict', messages.notSubmitted);
  if (withdrawnAt !== undefined) return new ApiError('conflict', messages.withdrawn);
  const isExpected = itemsFor(await currentPartner(), submission.answers).some(
    ({ id, acceptsUpload }) => id === item && acceptsUpload,
  );
  if (!isExpected) return new ApiError('invalid', messages.notExpected);
  return checklist.received[item] === undefined ? undefined : new ApiError('conflict', messages.received);
}

/** The writes of a change. The console's list shows which documents were sent. */
async function writesOf(
  sub: ApplicantId,
  stored: ApplicationRecord,
  { event, keys: names, writes, documents }: Change<unknown>,
): Promise<readonly Write[]> {
  const { received } = stored.checklist;
  return [
    ...nextChecklist(sub, stored, { received }),
    ...writes,
    ...(documents === undefined
      ? []
      : changedRow(sub, { ...stored, documents }, received, await currentPartner())),
    await auditEntry(sub, event, { names }),
  ];
}

/** Changes the document of a checklist item like `change`, which changes drafts. */
export async function changeChecklistDocument<Result>(
  sub: ApplicantId,
  key: DocumentKey,
  plan: (application: ApplicationRecord) => Change<Result> | Unchanged<Result>,
): Promise<Result> {
  const done = await planAndWrite(sub, async (stored) => {
    const rejection = await rejectionOf(stored, key);
    if (rejection !== undefined) throw rejection;
    const planned = plan(stored);
    if ('unchanged' in planned) return { writes: [], result: planned.unchanged };
    return { writes: await writesOf(sub, stored, planned), result: planned.result };
  });
  if (done === undefined) throw tooManyChanges();
  return done.result;
}

export interface ConvertedOutcome {
  readonly status: 'COMPLETED';
  readonly pdf_key: PdfKey;
  readonly pdf_size: number;
  readonly pages: number;
  /** Size of the converted file, in bytes. It may differ from the file at the time of the request. */
  readonly file_size?: number;
}

/** `replaced`: the upload was deleted or replaced, or an earlier call ended its conversion. */
type Attachment = 'attached' | 'replaced' | { readonly rejected: string };

/**
 * Attaches a converted document to its checklist item, and lists the files of the one that it replaces for
 * removal. A document whose item was marked as received in the meantime is rejected: the office checked an
 * earlier one.
 */
export async function attachChecklistDocument(
  { sub, answer_key, gen }: Upload,
  outcome: ConvertedOutcome,
): Promise<Attachment> {
  const done = await planAndWrite<Attachment>(sub, async (stored) => {
    const current = stored.documents.get(answer_key);
    if (current?.gen !== gen || current.status !== 'IN_PROGRESS') return { writes: [], result: 'replaced' };
    const rejection = await rejectionOf(stored, answer_key);
    if (rejection !== undefined) return { writes: [], result: { rejected: rejection.message } };
    const { replaces, ...document } = current;
    const attached = { ...document, ...outcome, sent_at: new Date(now()).toISOString() };
    const change: Change<'attached'> = {
      event: 'checklist-document-sent',
      keys: [itemOfKey(answer_key) ?? ''],
      writes: [
        putItem(sub, parts.document(answer_key), attached),
        ...listRemovals(sub, replaces === undefined ? [] : [replaces]),
      ],
      documents: new Map(stored.documents).set(answer_key, attached),
      result: 'attached',
    };
    return { writes: await writesOf(sub, stored, change), result: 'attached' };
  });
  if (done === undefined) throw new Error('Other changes of the checklist left no room for this one.');
  return done.result;
}
