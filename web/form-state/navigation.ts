import { useNavigate } from 'react-router';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { saveAnonymousAnswers } from '../session/anonymous-answers.ts';
import { withAnswers } from '../session/location-state.ts';
import { getSession, setSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { commitChanges } from './edit-answer.ts';
import { validateForm } from './errors.ts';
import { getAnswers, hasAnswers } from './form-store.ts';
import { saveNow } from './save-queue.ts';

/** Tells the server what is still missing: what staff learn from, never what decides. */
export async function postValidations(): Promise<void> {
  const found = Object.entries(validateForm()).map(([key, messages]): [string, string[]] => [
    key,
    [...messages],
  ]);
  await call(routes.application.postValidations, { body: { validations: Object.fromEntries(found) } });
}

/** Words for a failure that the session's own handler does not already deal with. */
export function showFailure(error: unknown): void {
  if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error));
}

/** Saves the answers and what is wrong with them, without waiting for either (platform specification, point 2). */
export function saveInBackground(): void {
  commitChanges();
  setSession({ has_changed_page: true });
  saveNow()
    .then(postValidations)
    .catch(() => {
      // The quiet line says that it is not saved, and the queue keeps trying.
    });
}

/** Leads a visitor to an account page, with the answers as they stand at that moment. */
export function useGoToAccount(): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    if (hasAnswers()) saveAnonymousAnswers(getAnswers());
    navigate(path, { state: withAnswers(getAnswers()) });
  };
}

export function useGoToSignUp(): () => void {
  const go = useGoToAccount();
  return () => go('/signup');
}

/** Continues to another page: saved for an applicant, by way of sign-up for everybody else. */
export function useContinueTo(): (path: string) => void {
  const navigate = useNavigate();
  const goToSignUp = useGoToSignUp();
  return (path) => {
    if (!getSession().is_logged_in) return goToSignUp();
    saveInBackground();
    navigate(path, { replace: true });
  };
}
