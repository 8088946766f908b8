import { applicationRoutes } from '../../shared/api/application-routes.ts';
import {
  type Answers,
  countsThatShowAnswers,
  isEmpty,
  type Patch,
  withoutOtherRecords,
} from '../../shared/form/index.ts';
import { webStatusOf } from '../../shared/rules/web-status.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { clearAnonymousAnswers, getAnonymousAnswers } from '../session/anonymous-answers.ts';
import { rememberUser } from '../session/current-user.ts';
import { getSession, setSession } from '../session/session.ts';
import { type Draft, readDraft, setDraftOwner } from '../session/unsaved-answers.ts';
import { toast } from '../ui/toast.ts';
import { commitChanges, resetChanges } from './edit-answer.ts';
import { revalidate } from './errors.ts';
import { formStore } from './form-store.ts';
import { addLinkedAnswers, isBlank, nonEmpty } from './linked-answers.ts';
import { openBlocksWithAnswers } from './open-blocks.ts';
import { partnerForm } from './partner-form.ts';
import { postStatus } from './post-status.ts';
import { saveQueue } from './save-queue.ts';

let isLoaded = false;

/** Makes the next form page load the application again. */
export function invalidateLoadedForm(): void {
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
