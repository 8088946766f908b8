import { applicationRoutes, visitorRoutes } from '../../shared/api/application-routes.ts';
import {
  type Answers,
  countsThatShowAnswers,
  isEmpty,
  type Patch,
  withoutOtherRecords,
} from '../../shared/form/index.ts';
import { webStatusOf } from '../../shared/rules/web-status.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import {
  clearAnonymousAnswers,
  getAnonymousAnswers,
  saveAnonymousAnswers,
} from '../session/anonymous-answers.ts';
import { connectSession, followLogOuts, navigateTo } from '../session/end-session.ts';
import { completionPath } from '../session/paths.ts';
import { getSession, rememberUser, setSession } from '../session/session.ts';
import { type Draft, readDraft, setDraftOwner } from '../session/unsaved-answers.ts';
import { takeDeviceLinkToken } from '../session/url-tokens.ts';
import { toast } from '../ui/toast.ts';
import { commitChanges, resetChanges } from './edit-answer.ts';
import { revalidate } from './errors.ts';
import { formStore, resetForm } from './form-store.ts';
import { partnerForm } from './partner-form.ts';
import { openBlocksWithAnswers } from './repeated-blocks.ts';
import { saveQueue } from './save-queue.ts';
import { postStatus } from './submit.ts';

const notices = {
  added: 'Your earlier answers are here.',
  ignored: 'We kept the answers already saved in your account.',
} as const;

const notify = (linkNotice: string) => formStore.change({ linkNotice });

const isBlank = (answers: Answers): boolean => Object.values(answers).every(isEmpty);

/** The answers without those that are empty. */
const nonEmpty = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => !isEmpty(value)));

/**
 * Adds the answers of a device link to those of the anonymous visitor, where a question has no answer yet. An
 * application that is submitted or has answers ignores them. The page shows which of these happened, or that
 * the link has expired.
 */
async function addLinkedAnswers(isAccepted: boolean): Promise<void> {
  const token = takeDeviceLinkToken();
  if (token === null) return;
  if (!isAccepted) return notify(notices.ignored);
  try {
    const answers = await call(visitorRoutes.getAnswers, { query: { token } });
    saveAnonymousAnswers({ ...answers, ...nonEmpty(getAnonymousAnswers()) });
    notify(notices.added);
  } catch (error) {
    notify(errorMessage(error));
  }
}

let isLoaded = false;

/** Makes the next form page load the application again. */
function invalidateLoadedForm(): void {
  isLoaded = false;
}

/**
 * Answers from before the log-in fill questions that the account has not answered. They never replace an
 * answer.
 */
function mergeAnonymousAnswers(stored: Answers): Answers {
  const found = withoutOtherRecords(partnerForm(), nonEmpty(getAnonymousAnswers()), stored);
  const anonymous = Object.entries(found);
  clearAnonymousAnswers();
  if (anonymous.some(([key, value]) => !isEmpty(stored[key]) && stored[key] !== value))
    toast.success('We kept the answers already saved in your account.', 'anonymous answers');
  const added: Patch = Object.fromEntries(
    anonymous.flatMap(([key, value]) => (value !== undefined && isEmpty(stored[key]) ? [[key, value]] : [])),
  );
  saveQueue.add(added);
  return { ...stored, ...added };
}

/** True if the server already has the draft: only the response to its save was lost. */
const isStored = (draft: Draft, stored: Answers): boolean =>
  Object.entries(draft.answers).every(([key, value]) => (stored[key] ?? '') === value);

/**
 * Merges this tab's draft, which is newer than the server's answers: the applicant typed it before a reload
 * or the end of the session. Saves it immediately.
 */
function mergeUnsavedAnswers(stored: Answers, draft: Draft): Answers {
  const { answers: unsaved } = draft;
  const merged = mergeAnonymousAnswers({ ...stored, ...unsaved });
  if (isStored(draft, stored)) return merged;
  saveQueue.add(unsaved);
  toast.success('We restored your unsaved answers.', 'unsaved answers');
  saveQueue.save().catch(() => {
    // The save status shows the failure, and the queue tries again.
  });
  return merged;
}

type LoadSummary = () => Promise<unknown>;

async function loadApplicant(loadSummary: LoadSummary): Promise<void> {
  rememberUser();
  const [profile, counts, tabs] = await Promise.all([
    call(applicationRoutes.getProfile, {}),
    call(applicationRoutes.getAddAnother, {}),
    call(applicationRoutes.getTabs, {}),
  ]);
  const web_status = webStatusOf(profile.web_status);
  setSession({
    web_status,
    username: profile.username,
    last_page: profile.last_page,
    num_logins: Math.max(1, profile.successful_login.length),
  });
  // Answers from before the log-in are merged like an anonymous visitor's, and never saved unchanged.
  saveQueue.discard();
  await setDraftOwner(profile.username);
  const draft = readDraft();
  const basis = isStored(draft, profile.answer) ? profile.revision : draft.revision;
  saveQueue.start(profile.revision, { ...draft, revision: basis });
  const isOpen = web_status !== 'submitted';
  // Loaded with the page, because a summary that appears later would push the page down.
  if (web_status === 'validating') await loadSummary().catch(() => undefined);
  await addLinkedAnswers(isOpen && isBlank(profile.answer));
  const everyAnswer = { ...profile.answer, ...nonEmpty(getAnonymousAnswers()), ...draft.answers };
  const openCounts = isOpen ? await openBlocksWithAnswers(everyAnswer, counts) : counts;
  formStore.change({
    answers: isOpen ? mergeUnsavedAnswers(profile.answer, draft) : profile.answer,
    counts: openCounts,
    tabs,
    receipt: profile.receipt,
    checklist: profile.checklist,
  });
  saveQueue.persistDraft();
  if (isOpen) saveQueue.showConflicts(profile.conflicts);
  isLoaded = true;
  if (web_status === null)
    postStatus('started').catch(() => {
      // The next page load posts it again, and submitting posts it first.
    });
}

async function loadAnonymous(): Promise<void> {
  await addLinkedAnswers(true);
  const { answers, counts } = formStore.get();
  const merged = { ...getAnonymousAnswers(), ...answers };
  formStore.change({
    answers: merged,
    counts: countsThatShowAnswers(partnerForm(), { answers: merged, counts }),
  });
}

/** Loads the application: an applicant's from the server, an anonymous visitor's from this tab. */
export async function loadForm(loadSummary: LoadSummary): Promise<void> {
  if (isLoaded) return;
  try {
    if (getSession().is_logged_in) await loadApplicant(loadSummary);
    else await loadAnonymous();
  } catch (error) {
    // The ended session already opens the log-in page.
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  if (getSession().web_status !== 'submitted') commitChanges();
  resetChanges();
  revalidate({ isQuiet: true });
}

let isStarted = false;

/**
 * Connects the form to the session and to the events of the page. Runs once, before the first form page
 * renders.
 */
export function startForm(): void {
  if (isStarted || !('document' in globalThis)) return; // no events while prerendering
  isStarted = true;
  connectSession({ save: saveQueue.saveAll, keepDraft: saveQueue.persistDraft, reset });
  followLogOuts();
  // Closing the page ends typing in the focused field. This must run before the last save.
  addEventListener('pagehide', commitChanges);
  // So does the browser's Back button.
  addEventListener('popstate', commitChanges);
  saveQueue.startAutosave({ onRejected: followSubmission });
}

function reset(): void {
  invalidateLoadedForm();
  resetForm();
  resetChanges();
  saveQueue.discard();
  void clearQueries();
}

/** Documents load their queries later than the form. If they are not loaded, there is nothing to clear. */
const clearQueries = () =>
  import('../api-client/queries.ts').then(
    ({ queryClient }) => queryClient.clear(),
    () => {
      // The file cannot be loaded now, so it was not loaded before.
    },
  );

/**
 * Another tab or device has submitted, so the server rejects a late save permanently. This page then opens
 * the receipt.
 */
async function followSubmission(error: unknown): Promise<void> {
  if (!(error instanceof ServerError) || error.status !== 409) return;
  const { receipt } = await call(applicationRoutes.getProfile, {});
  if (receipt === null) return;
  saveQueue.discard();
  saveQueue.persistDraft();
  formStore.change({ receipt });
  setSession({ web_status: 'submitted' });
  navigateTo(completionPath);
  toast.error(error.message); // of the page just opened
}
