import { useState } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '../../shared/api/routes.ts';
import type { ValidationErrors } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { loadSummary } from '../form/load-summary.ts';
import { completionPath, defaultPath } from '../session/paths.ts';
import { know, known } from '../session/session.ts';
import { commit } from './edit-answer.ts';
import { findProblems, recheck, showProblems } from './errors.ts';
import { postStatus } from './load-form.ts';
import { postValidations, tellFailure, useGoToSignUp } from './navigation.ts';
import { keepReceipt } from './receipt.ts';
import { saveNow } from './save-queue.ts';

const submitted = 'Your application was successfully submitted.';

async function startValidating(): Promise<void> {
  loadSummary().catch(() => {
    // It loads as it is shown.
  });
  if (known().web_status === null) await postStatus('started');
  if (known().web_status === 'started') await postStatus('validating');
}

/** What the server found missing, when that is why it refused (decision D-19). */
function refusedFor(error: unknown): ValidationErrors | undefined {
  const errors = error instanceof ServerError && error.status === 422 ? error.body.errors : undefined;
  return typeof errors === 'object' && errors !== null ? (errors as ValidationErrors) : undefined;
}

/** The receipt decides: an application that has arrived is submitted, whether or not its status is heard (D-16). */
async function sendApplication(): Promise<void> {
  keepReceipt(await call(routes.application.submit, {}));
  await postStatus('submitted').catch((error) => {
    if (error instanceof UnauthorizedError) throw error;
  });
  know({ web_status: 'submitted' });
}

/** Submits, in the order of platform specification, point 4. Returns what is missing; nothing when it went through. */
async function submit(): Promise<ValidationErrors> {
  commit();
  await startValidating();
  await saveNow();
  await postValidations();
  const missing = findProblems();
  if (Object.keys(missing).length > 0) return missing;
  try {
    await sendApplication();
    return {};
  } catch (error) {
    const refused = refusedFor(error);
    if (refused === undefined) throw error;
    return refused;
  }
}

/** The submit button's work; `route` is where the summary of missing answers opens. */
export function useSubmit(route: string = defaultPath) {
  const navigate = useNavigate();
  const goToSignUp = useGoToSignUp();
  const [isSubmitting, setSubmitting] = useState(false);

  const run = async () => {
    setSubmitting(true);
    try {
      const missing = await submit();
      know({ has_changed_page: true });
      if (Object.keys(missing).length === 0)
        return navigate(completionPath, { replace: true, state: { message: submitted } });
      recheck({ isQuiet: true });
      showProblems(missing);
      navigate(route, { replace: true, state: { focus: 'summary' } });
    } catch (error) {
      recheck({ isQuiet: true });
      tellFailure(error);
    } finally {
      setSubmitting(false);
    }
  };
  return { isSubmitting, submit: () => (known().is_logged_in ? void run() : goToSignUp()) };
}
