import type { application } from '../../shared/api/application.ts';
import { submittedMessage } from '../../shared/api/messages.ts';
import { answeredMarker, type Patch } from '../../shared/form/index.ts';
import type { Handlers } from '../http/request.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { completedDocuments } from '../table/attached-documents.ts';
import { recordEvent } from '../table/audit-log.ts';
import { saveAnswers } from './answers.ts';
import { saveReminders } from './deadline-mails.ts';
import { saveBlockCount, saveLastPage, saveStatus, saveTab, storeValidationReport } from './progress.ts';

const saved = 'Your answers have been saved.';

// The form and the mail client load with the first call that needs them. Opening a page needs neither.
const parsing = () => import('./parse-answers.ts');
const submission = () => import('./submit.ts');
const formIds = () => import('./parse-answers.ts');
const withdrawals = async () => (await import('./withdrawal-calls.ts')).withdrawalCalls;
const mails = () => Promise.all([import('../table/outbox.ts'), import('../mail/application-mails.ts')]);
const lambda = () => import('../aws/lambda.ts');
const outdatedPdfs = () => import('../documents/remove-files.ts');

/**
 * The answers shown to the applicant; after submission, exactly the submitted ones. Only the form tells if a
 * file counts as an answer. It is loaded only for applications that may have files.
 */
async function answersOf(stored: ApplicationRecord): Promise<Patch> {
  if (stored.submission !== undefined) return stored.submission.answers;
  const mayHaveFile = stored.documents.size > 0 || Object.values(stored.answers).includes(answeredMarker);
  if (!mayHaveFile) return stored.answers;
  const [{ answersForApplicant }, { definedOnly }, { partnerForm }] = await Promise.all([
    import('./submit.ts'),
    import('./parse-answers.ts'),
    import('../runtime/form.ts'),
  ]);
  return definedOnly(answersForApplicant(partnerForm(), stored));
}

/** Conflicts to show to the applicant: the values differ from the stored ones and can still be chosen. */
const openConflicts = ({ submission, answers, conflicts }: ApplicationRecord): Patch =>
  submission === undefined
    ? Object.fromEntries(Object.entries(conflicts).filter(([key, value]) => answers[key] !== value))
    : {};

/**
 * Deletes the PDFs of the draft. A failure does not undo the submission, and the next PDF deletes them too.
 */
async function removePdfsOfDraft(sub: ApplicantId): Promise<void> {
  try {
    await (await outdatedPdfs()).removeOutdatedPdfs(sub);
  } catch (error) {
    log({ level: 'error', event: 'pdf-cleanup.failed', error: describeError(error) });
  }
}

/** Starts the delivery of a submission. If this fails, the scheduled run retries within a minute. */
async function startArrivalOf(confirmation: string): Promise<void> {
  try {
    await (await lambda()).startDelivery(confirmation);
  } catch (error) {
    log({ level: 'error', event: 'delivery-start.failed', error: describeError(error) });
  }
}

export const applicationCalls: Handlers<typeof application> = {
  async getProfile({ caller }) {
    const stored = await readApplication(caller.sub);
    const { lastPage, logIns, statuses, documents, rev, submission, checklist } = stored;
    return {
      body: {
        answer: { ...(await answersOf(stored)) },
        document_answer: completedDocuments(documents),
        username: caller.username,
        last_page: lastPage,
        successful_login: [...logIns],
        web_status: statuses.map(({ web_status }) => ({ web_status })),
        revision: rev,
        conflicts: openConflicts(stored),
        receipt: submission ?? null,
        checklist: checklist.received,
      },
    };
  },

  async putLastPage({ caller, body }) {
    (await formIds()).requirePage(body.last_page);
    await saveLastPage(caller.sub, body.last_page);
    return { body: { message: saved } };
  },

  async putAnswer({ caller, body }) {
    const { parseAnswers } = await parsing();
    const { patch, ignored, refused } = parseAnswers(body.answer);
    const result = await saveAnswers(caller.sub, patch, body);
    return { body: { message: saved, ignored: [...ignored], refused: { ...refused }, ...result } };
  },

  async postWebStatus({ caller, body }) {
    await saveStatus(caller.sub, body.web_status);
    return { body: { message: saved } };
  },

  async postValidations({ caller, body }) {
    await storeValidationReport(caller.sub, body.validations);
    return { body: { message: saved } };
  },

  async getReminders({ caller }) {
    return { body: { are_wanted: (await readApplication(caller.sub)).wantsReminders } };
  },

  async putReminders({ caller, body }) {
    await saveReminders(caller.sub, body.are_wanted);
    await recordEvent(caller.sub, body.are_wanted ? 'reminders-on' : 'reminders-off');
    return {
      body: {
        message: body.are_wanted ? 'Deadline emails are on.' : 'Deadline emails are off.',
      },
    };
  },

  async submit({ caller, viewer }) {
    const recipient = { ...caller, host: viewer.site };
    const { receipt, mail } = await (await submission()).submit(recipient);
    await Promise.all([
      startArrivalOf(receipt.confirmation),
      removePdfsOfDraft(caller.sub).then(async () => {
        const [{ doNow }, { mailReceipt }] = await mails();
        if (mail !== undefined) await doNow(mail, { receipt: mailReceipt });
      }),
    ]);
    return { body: { message: submittedMessage, ...receipt } };
  },

  async getProgress({ caller: { sub } }) {
    const { submittedAt: submitted_at = '', withdrawnAt: withdrawn_at = '' } = await readApplication(sub);
    return { body: { submitted_at, withdrawn_at } };
  },

  withdraw: async (request) => (await withdrawals()).withdraw(request),

  async getOwnData({ caller }) {
    const { ownData } = await import('./own-data.ts');
    await recordEvent(caller.sub, 'own-data');
    const sections = (await ownData(caller.sub)).map(({ title, items }) => ({ title, items: [...items] }));
    return { body: { username: caller.username, sections } };
  },

  async getAddAnother({ caller }) {
    return { body: { ...(await readApplication(caller.sub)).counts } };
  },

  async putAddAnother({ caller, body }) {
    (await formIds()).requireCountWithinLimit(body.button_id, body.num_components);
    await saveBlockCount(caller.sub, body.button_id, body.num_components);
    return { body: { message: saved } };
  },

  async getTabs({ caller }) {
    return { body: { ...(await readApplication(caller.sub)).tabs } };
  },

  async putTabs({ caller, body }) {
    (await formIds()).requireTab(body.tab_id, body.chosen_tab);
    await saveTab(caller.sub, body.tab_id, body.chosen_tab);
    return { body: { message: saved } };
  },
};
