import { useNavigate } from 'react-router';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError, wordsOf } from '../api-client/errors.ts';
import { keepVisitorAnswers } from '../session/anonymous-answers.ts';
import { carrying } from '../session/location-state.ts';
import { know, known } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { commit } from './edit-answer.ts';
import { findProblems } from './errors.ts';
import { answersNow, hasAnswers } from './form-store.ts';
import { saveNow } from './save-queue.ts';

/** Tells the server what is still missing: what staff learn from, never what decides. */
export async function postValidations(): Promise<void> {
  const found = Object.entries(findProblems()).map(([key, messages]): [string, string[]] => [
    key,
    [...messages],
  ]);
  await call(routes.application.postValidations, { body: { validations: Object.fromEntries(found) } });
}

/** Words for a failure that the session's own handler does not already deal with. */
export function tellFailure(error: unknown): void {
  if (!(error instanceof UnauthorizedError)) toast.error(wordsOf(error));
}

/** Saves the answers and what is wrong with them, without waiting for either (platform specification, point 2). */
export function saveBehind(): void {
  commit();
  know({ has_changed_page: true });
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
    if (hasAnswers()) keepVisitorAnswers(answersNow());
    navigate(path, { state: carrying(answersNow()) });
  };
}

export function useGoToSignUp(): () => void {
  const go = useGoToAccount();
  return () => go('/signup');
}

/** Continues to another page: saved for an applicant, by way of sign-up for everybody else. */
export function useGoOn(): (path: string) => void {
  const navigate = useNavigate();
  const goToSignUp = useGoToSignUp();
  return (path) => {
    if (!known().is_logged_in) return goToSignUp();
    saveBehind();
    navigate(path, { replace: true });
  };
}
