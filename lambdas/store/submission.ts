import { clearHidden, problems } from '../../shared/form/index.ts';
import { confirmationNumber } from '../../shared/rules/confirmation.ts';
import { webStatuses } from '../../shared/rules/web-status.ts';
import { now, today } from '../clock.ts';
import { application as formToday } from '../form.ts';
import { HttpError } from '../http/errors.ts';
import { partner } from '../site.ts';
import { readApplication, type StoredApplication } from './application.ts';
import { alreadySubmitted, change, put } from './change.ts';
import { isRunning } from './documents.ts';
import { parts } from './keys.ts';
import { statusItem } from './status.ts';

export interface Receipt {
  readonly confirmation: string;
  readonly submitted_at: string;
}

const missing = "We're missing some information!";
const absent = 'attribute_not_exists(pk)';

/** Why an application cannot be submitted yet: a running conversion (H-05) or problems of the form (D-19). */
function refuseUnfinished({ answers, counts, tabs, documents }: StoredApplication): void {
  if ([...documents.values()].some(isRunning))
    throw new HttpError(409, 'Please wait until the file upload has completed.');
  const errors = problems(formToday(), { answers, counts, tabs }, { today: today() });
  if (Object.keys(errors).length > 0) throw new HttpError(422, missing, { body: { errors } });
}

/** The immutable copy: what was answered, without what the applicant's own choices have hidden. */
function snapshotOf(stored: StoredApplication, receipt: Receipt) {
  const { answers, counts, tabs, documents, rev } = stored;
  return {
    ...receipt,
    rev,
    answers: clearHidden(formToday(), { answers, counts, tabs }),
    counts,
    tabs,
    documents: Object.fromEntries(documents),
  };
}

/** Validates what is stored and freezes it, in one transaction on the very revision that was validated. */
const freeze = (sub: string): Promise<Receipt> =>
  change(sub, (stored) => {
    refuseUnfinished(stored);
    const submitted_at = new Date(now()).toISOString();
    const receipt = { confirmation: confirmationNumber(partner().shortName), submitted_at };
    const reached = new Set(stored.statuses.map(({ web_status }) => web_status));
    return {
      event: 'submit',
      keys: [],
      submittedAt: submitted_at,
      writes: [
        put(sub, parts.submission, snapshotOf(stored, receipt), absent),
        put(sub, parts.outbox, receipt, absent),
        ...webStatuses
          .filter((status) => !reached.has(status))
          .map((status) => put(sub, parts.status(status), statusItem(status), absent)),
      ],
      result: receipt,
    };
  });

/** Submits exactly once: a repeat, however often and however close, answers with the first receipt. */
export async function submit(sub: string): Promise<Receipt> {
  try {
    return await freeze(sub);
  } catch (error) {
    if (!(error instanceof HttpError) || error.message !== alreadySubmitted) throw error;
    const { submission } = await readApplication(sub);
    if (submission === undefined) throw error;
    return submission;
  }
}
