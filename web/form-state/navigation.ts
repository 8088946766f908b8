import { useLocation, useNavigate } from 'react-router';
import { applicationRoutes } from '../../shared/api/application-routes.ts';
import type { Form, Page } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { saveAnonymousAnswers } from '../session/anonymous-answers.ts';
import { withAnswers } from '../session/location-state.ts';
import { getSession, setSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { commitChanges } from './edit-answer.ts';
import { validateForm } from './errors.ts';
import { getAnswers, hasAnswers } from './form-store.ts';
import { refusalCause, saveCause, saveQueue } from './save-queue.ts';
import { saveStatus } from './save-status.ts';

/** Reports the current errors to the server for staff. They decide nothing. */
export async function postValidations(): Promise<void> {
  const validations = Object.entries(validateForm()).map(([key, messages]): [string, string[]] => [
    key,
    [...messages],
  ]);
  await call(applicationRoutes.postValidations, { body: { validations: Object.fromEntries(validations) } });
}

/** Shows an error as a toast, unless it is the end of the session, which has its own handler. */
export function showErrorToast(error: unknown, cause?: string): void {
  if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error), cause);
}

/** Says why a save failed, and what becomes of the answers. */
function showSaveFailure(error: unknown): void {
  if (error instanceof UnauthorizedError) return;
  const isRetried = saveStatus.get().state === 'failed';
  const future = isRetried ? ' Your answers are kept in this tab, and we keep trying to save them.' : '';
  toast.error(`${errorMessage(error)}${future}`, saveCause);
}

/** Saves the answers of a draft and reports the errors, without waiting for either. */
export function saveInBackground(): void {
  if (getSession().web_status === 'submitted') return;
  commitChanges();
  setSession({ has_changed_page: true });
  const report = () =>
    postValidations().catch(() => {
      // Staff read the report. The next one has the same errors.
    });
  saveQueue.saveOnContinue().then(report, showSaveFailure);
}

/** Returns a function that opens an account page with the current answers in location state. */
export function useGoToAccount(): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    if (!hasAnswers()) return navigate(path);
    saveAnonymousAnswers(getAnswers());
    navigate(path, { state: withAnswers(getAnswers()) });
  };
}

export function useGoToSignUp(): () => void {
  const goToAccount = useGoToAccount();
  return () => goToAccount('/signup');
}

/**
 * Returns a function that continues to another page. It saves for applicants; anonymous visitors sign up
 * first. It adds to the browser history, so that Back returns to the page before. A page with an answer that
 * cannot be saved stays open, and the focus moves there.
 */
export function useContinueTo(): (path: string) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const goToSignUp = useGoToSignUp();
  return (path) => {
    if (!getSession().is_logged_in) return goToSignUp();
    saveInBackground();
    const refused = saveQueue.refusedOn(pathname);
    if (refused === undefined) return navigate(path);
    toast.error(`Not saved. ${saveStatus.get().reason}`, refusalCause);
    navigate(`${pathname}#${refused}`, { replace: true });
  };
}

interface AdjacentPages {
  readonly previous: Page | undefined;
  readonly next: Page | undefined;
}

/** The pages that 'Previous', 'Next' and 'Save and Continue' open, in the order of the form. */
export function adjacentPages({ pages }: Form, page: Page): AdjacentPages {
  const index = pages.indexOf(page);
  return { previous: index > 0 ? pages[index - 1] : undefined, next: pages[index + 1] };
}
