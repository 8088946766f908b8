import { routes } from '../../shared/api/routes.ts';
import { type Answers, countsThatShowAnswers, isEmpty } from '../../shared/form/index.ts';
import { limits } from '../../shared/rules/limits.ts';
import { webStatusOf } from '../../shared/rules/web-status.ts';
import { call } from '../api-client/call.ts';
import { ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { bringLinkedAnswers, isBlank } from '../form/linked-answers.tsx';
import { loadSummary } from '../form/load-summary.ts';
import { forgetVisitorAnswers, visitorAnswers, visitorDates } from '../session/anonymous-answers.ts';
import { forgetPerson, workForPerson } from '../session/current-user.ts';
import { goTo, onForget, onLeaving, onSessionOver } from '../session/end-session.ts';
import { completionPath } from '../session/paths.ts';
import { know, known } from '../session/session.ts';
import { type Kept, keepFor, keptInTab } from '../session/unsaved-answers.ts';
import { toast } from '../ui/toast.ts';
import { cancelRecords, forgetOrigins, loadOrigins } from './autofill-origins.ts';
import { commit, forgetChanges } from './edit-answer.ts';
import { recheck } from './errors.ts';
import { forgetStanding, standing } from './form-store.ts';
import { openBlocksOf } from './open-blocks.ts';
import { forgetPartialDates, partialDatesNow, restorePartialDates } from './partial-dates.ts';
import { ourForm } from './partner-form.ts';
import { keepReceipt } from './receipt.ts';
import {
  changed,
  forgetUnsaved,
  keepInTab,
  onRefused,
  saveByItself,
  saveNow,
  startFrom,
} from './save-queue.ts';

let isLoaded = false;
onForget(() => {
  isLoaded = false;
  forgetPerson();
  keepReceipt(null);
  forgetStanding();
  forgetChanges();
  forgetUnsaved();
  forgetPartialDates();
  forgetOrigins();
});
onRefused((error) => {
  followSubmission(error).catch(() => {
    // The quiet line says that it is not saved, and why.
  });
});
onLeaving(saveNow);
onSessionOver(keepInTab);
// A page that goes is a field that is left; it comes before the last save.
if ('document' in globalThis)
  addEventListener('pagehide', () => {
    cancelRecords();
    commit();
  });
saveByItself();

/** Tells the server how far the application is; tried three times (platform specification, point 9). */
export async function postStatus(web_status: 'started' | 'validating' | 'submitted'): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      await call(routes.application.postWebStatus, { body: { web_status } });
      return know({ web_status });
    } catch (error) {
      if (attempt === limits.webStatusRetries || error instanceof UnauthorizedError) throw error;
    }
}

const filled = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => !isEmpty(value)));

/** Answers given without an account fill what the account leaves empty, and never replace (decision D-36). */
function bringVisitorAnswers(kept: Answers): Answers {
  const brought = Object.entries(filled(visitorAnswers()));
  forgetVisitorAnswers();
  const fresh = Object.fromEntries(brought.filter(([key]) => isEmpty(kept[key])));
  if (brought.some(([key, value]) => !isEmpty(kept[key]) && kept[key] !== value))
    toast.success('We kept the answers saved in your account.');
  changed(fresh as Record<string, string>);
  return { ...kept, ...fresh };
}

/**
 * What the same applicant typed, and nobody acknowledged before the page was loaded again or the session ended, is
 * newer than what is saved (decision D-07). It is saved at once.
 */
function bringAll(saved: Answers, { answers }: Kept): Answers {
  const missing = Object.entries(answers).filter(([key, value]) => (saved[key] ?? '') !== value);
  const brought = bringVisitorAnswers({ ...saved, ...answers });
  if (missing.length === 0) return brought;
  changed(answers);
  toast.success('We brought back the answers that were not saved yet.');
  saveNow().catch(() => {
    // The quiet line says that it is not saved, and the queue keeps trying.
  });
  return brought;
}

async function loadApplicant(): Promise<void> {
  workForPerson();
  const [profile, counts, tabs] = await Promise.all([
    call(routes.application.getProfile, {}),
    call(routes.application.getAddAnother, {}),
    call(routes.application.getTabs, {}),
  ]);
  const web_status = webStatusOf(profile.web_status);
  know({
    web_status,
    username: profile.username,
    last_page: profile.last_page,
    num_logins: Math.max(1, profile.successful_login.length),
  });
  keepReceipt(profile.receipt);
  // What was typed before logging in is brought as a visitor's, never as a save.
  forgetUnsaved();
  await keepFor(profile.username);
  const kept = keptInTab();
  startFrom(profile.revision, kept);
  const isOpen = web_status !== 'submitted';
  // It shows with the page, which it would push down afterwards.
  if (web_status === 'validating') await loadSummary().catch(() => undefined);
  await bringLinkedAnswers(isOpen && isBlank(profile.answer));
  const partialDates = { ...visitorDates(), ...kept.partialDates };
  const everyAnswer = { ...profile.answer, ...filled(visitorAnswers()), ...kept.answers };
  const opened = isOpen ? await openBlocksOf(everyAnswer, counts) : counts;
  standing.setState({
    answers: isOpen ? bringAll(profile.answer, kept) : profile.answer,
    counts: opened,
    tabs,
  });
  restorePartialDates(isOpen ? partialDates : {});
  loadOrigins();
  keepInTab();
  isLoaded = true;
  if (web_status === null)
    postStatus('started').catch(() => {
      // The next page load posts it again, and submitting posts it first.
    });
}

/** A save that comes too late, because another tab or device has submitted: this page goes where that one is. */
async function followSubmission(error: unknown): Promise<void> {
  if (!(error instanceof ServerError) || error.status !== 409) return;
  const { receipt } = await call(routes.application.getProfile, {});
  if (receipt === null) return;
  forgetUnsaved();
  keepInTab();
  keepReceipt(receipt);
  know({ web_status: 'submitted' });
  toast.error(error.message);
  goTo(completionPath);
}

async function loadVisitor(): Promise<void> {
  await bringLinkedAnswers(true);
  const { answers, counts } = standing.getState();
  const brought = { ...visitorAnswers(), ...answers };
  standing.setState({
    answers: brought,
    counts: countsThatShowAnswers(ourForm(), { answers: brought, counts }),
  });
  restorePartialDates({ ...visitorDates(), ...partialDatesNow() });
  loadOrigins();
}

/** What the form pages need before they show (platform specification, point 2). */
export async function loadForm(): Promise<null> {
  if (isLoaded) return null;
  try {
    if (known().is_logged_in) await loadApplicant();
    else await loadVisitor();
  } catch (error) {
    // The session's own handler already leads to the log-in page.
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  if (known().web_status !== 'submitted') commit();
  forgetChanges();
  recheck({ isQuiet: true });
  return null;
}
