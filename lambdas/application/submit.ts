import {
  type Answers,
  answeredMarker,
  clearHiddenAnswers,
  type Form,
  validate,
  withDocumentMarkers,
  withOptionLabels,
} from '../../shared/form/index.ts';
import { closedBy, closedMessage, deadlineAt, minutesLate } from '../../shared/partners/deadlines.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { confirmationNumber } from '../../shared/rules/confirmation.ts';
import { webStatuses } from '../../shared/rules/web-status.ts';
import { isConverting, replacedDocuments } from '../documents/documents.ts';
import { now, today } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from '../runtime/form.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { listSubmitted } from '../table/application-lists.ts';
import { attachedDocuments, listRemovals } from '../table/attached-documents.ts';
import { change, putItem } from '../table/change.ts';
import { sameChecklist } from '../table/checklist.ts';
import { absent } from '../table/expression.ts';
import type { PendingWork, Receipt, Submission, WorkOf } from '../table/items.ts';
import { parts } from '../table/keys.ts';
import { putListRow } from '../table/list-row.ts';
import { addWork, workItem } from '../table/outbox.ts';
import { pdfRemovals } from '../table/pdfs.ts';
import { publishedPartner } from '../table/settings.ts';
import { writes } from '../table/table.ts';
import { definedOnly } from './parse-answers.ts';
import { statusItem } from './progress.ts';

const missingMessage = "We're missing some information!";

/** Rejects an application with running conversions or errors in the form. */
function rejectUnfinished({ documents }: ApplicationRecord, content: ApplicationContent): void {
  if ([...documents.values()].some(isConverting))
    throw new ApiError('conflict', 'Please wait until the file upload has completed.');
  const errors = validate(partnerForm(), content, { today: today() });
  if (Object.keys(errors).length > 0) throw new ApiError('notReady', missingMessage, { details: { errors } });
}

/**
 * Returns how late a submission is, by the function's clock. After the last deadline's grace period it is
 * rejected; saves are still accepted.
 */
function lateness(partner: PartnerWithSettings) {
  const closed = closedBy(partner, now());
  if (closed !== undefined) throw new ApiError('conflict', closedMessage(partner, closed));
  const deadline = deadlineAt(partner, now());
  const minutes = deadline === undefined ? 0 : minutesLate(deadline, now());
  if (deadline === undefined || minutes === 0) return {};
  return { late: { deadline: deadline.id, label: deadline.label, minutes } };
}

interface Submitted {
  readonly receipt: Receipt;
  /** The mail of the receipt; undefined if an earlier call submitted the application. */
  readonly mail?: PendingWork;
}

type Recipient = WorkOf<'receipt'>;

/** Validates the stored application and submits it in one transaction, on exactly the validated revision. */
async function freeze(recipient: Recipient): Promise<Submitted> {
  const { partner, version } = await publishedPartner();
  return change(recipient.sub, (stored) => {
    const { sub, username } = recipient;
    const late = lateness(partner);
    const content = contentToSubmit(partnerForm(), stored);
    rejectUnfinished(stored, content);
    const submitted_at = new Date(now()).toISOString();
    const receipt = { confirmation: confirmationNumber(partner.shortName), submitted_at };
    const mail = workItem('receipt', recipient);
    const reached = new Set(stored.statuses.map(({ web_status }) => web_status));
    return {
      event: 'submit',
      keys: [],
      submittedAt: submitted_at,
      writes: [
        putItem(
          sub,
          parts.submission,
          {
            ...{ ...receipt, ...late, ...(version > 0 && { settings_version: version }) },
            ...{ username, rev: stored.rev, ...content },
          },
          absent,
        ),
        putItem(sub, parts.receipt, receipt, absent),
        writes.put(mail),
        ...listSubmitted(sub, { receipt, answers: content.answers, startedAt: stored.startedAt }),
        sameChecklist(sub, stored.checklist),
        ...putListRow(sub, {
          submission: { ...receipt, ...late, answers: content.answers },
          email: username,
          received: stored.checklist.received,
          documents: [],
          partner,
        }),
        addWork('package', { sub, username, ...receipt }),
        // A draft's PDF that is still being drawn must not become the current one.
        ...pdfRemovals(sub),
        ...listRemovals(sub, replacedDocuments(stored.documents)),
        ...webStatuses
          .filter((status) => !reached.has(status))
          .map((status) => putItem(sub, parts.status(status), statusItem(status), absent)),
      ],
      result: { receipt, mail },
    };
  });
}

/** Submits exactly once: repeated and concurrent requests get the first receipt. */
export async function submit(recipient: Recipient): Promise<Submitted> {
  try {
    return await freeze(recipient);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'submitted') throw error;
    const { submission } = await readApplication(recipient.sub);
    if (submission === undefined) throw error;
    const { confirmation, submitted_at } = submission;
    return { receipt: { confirmation, submitted_at } };
  }
}

/** The content of an application. */
export type ApplicationContent = Pick<Submission, 'answers' | 'counts' | 'tabs' | 'documents'>;

const converted = ({ documents }: ApplicationRecord): ReadonlySet<string> =>
  new Set(attachedDocuments(documents).map(([key]) => key));

/** The answers as shown to the applicant, with a marker for each existing file. */
export const answersForApplicant = (form: Form, stored: ApplicationRecord): Answers =>
  withDocumentMarkers(form, stored, converted(stored));

/**
 * An application as it would be submitted: without answers and files hidden by its own choices, and with the
 * form's labels for its choices.
 */
function contentToSubmit(form: Form, stored: ApplicationRecord): ApplicationContent {
  const { counts, tabs } = stored;
  const kept = clearHiddenAnswers(form, { answers: answersForApplicant(form, stored), counts, tabs });
  const documents = attachedDocuments(stored.documents).filter(([key]) => kept[key] === answeredMarker);
  return {
    answers: { ...definedOnly(withOptionLabels(form, kept)) },
    counts,
    tabs,
    documents: Object.fromEntries(documents),
  };
}

/**
 * An application as shown to staff and in the PDF: the submission, or the content that the draft would
 * submit.
 */
export const contentForStaff = (form: Form, stored: ApplicationRecord): ApplicationContent =>
  stored.submission ?? contentToSubmit(form, stored);
