import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { submittedMessage } from '../../shared/api/messages.ts';
import type { ValidationErrors } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { completionPath, defaultPath } from '../session/paths.ts';
import { getSession, setSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { commitChanges } from './edit-answer.ts';
import { revalidate, showErrors, validateForm } from './errors.ts';
import { formStore } from './form-store.ts';
import { postValidations, showErrorToast, useGoToSignUp } from './navigation.ts';
import { postStatus } from './post-status.ts';
import { saveQueue } from './save-queue.ts';

async function startValidating(): Promise<void> {
  if (getSession().web_status === null) await postStatus('started');
  if (getSession().web_status === 'started') await postStatus('validating');
}

const validationErrors = v.record(v.string(), v.array(v.string()));

/** The errors that the server found, when they are why it rejected the submission. */
function errorsIn(error: unknown): ValidationErrors | undefined {
  if (!(error instanceof ServerError) || error.status !== 422) return undefined;
  const parsed = v.safeParse(validationErrors, error.body.errors);
  return parsed.success ? parsed.output : undefined;
}

/** An application with a receipt is submitted, even if posting its status fails. */
async function sendApplication(): Promise<void> {
  const receipt = await call(applicationRoutes.submit, {});
  formStore.setState({ receipt: receipt.confirmation === '' ? null : receipt });
  await postStatus('submitted').catch((error) => {
    if (error instanceof UnauthorizedError) throw error;
  });
  setSession({ web_status: 'submitted' });
}

/** Staff read the report; a failure must not keep anybody from submitting. */
async function reportErrors(): Promise<void> {
  await postValidations().catch((error) => {
    if (error instanceof UnauthorizedError) throw error;
  });
}

/**
 * Saves, validates and submits. Returns the errors that prevent it; none when the application is submitted.
 */
async function submit(): Promise<ValidationErrors> {
  commitChanges();
  await startValidating();
  await saveQueue.saveOnContinue();
  await reportErrors();
  const errors = validateForm();
  if (Object.keys(errors).length > 0) return errors;
  try {
    await sendApplication();
    return {};
  } catch (error) {
    const serverErrors = errorsIn(error);
    if (serverErrors === undefined) throw error;
    return serverErrors;
  }
}

/** The cause of toasts about a failed submission. */
const cause = 'submit';

interface SubmitSettings {
  /** Starts loading the list of errors, which may be shown soon. */
  readonly loadSummary: () => Promise<unknown>;
}

/** Submits the application, or opens the first form page with the list of errors. */
export function useSubmit({ loadSummary }: SubmitSettings) {
  const navigate = useNavigate();
  const goToSignUp = useGoToSignUp();
  const [isSubmitting, setSubmitting] = useState(false);

  const run = async () => {
    setSubmitting(true);
    toast.closeCause(cause);
    loadSummary().catch(() => {
      // It loads again when it is shown.
    });
    try {
      const errors = await submit();
      setSession({ has_changed_page: true });
      if (Object.keys(errors).length === 0)
        return navigate(completionPath, { replace: true, state: { message: submittedMessage } });
      revalidate({ isQuiet: true });
      showErrors(errors);
      navigate(defaultPath, { replace: true, state: { focus: 'summary' } });
    } catch (error) {
      revalidate({ isQuiet: true });
      showErrorToast(error, cause);
    } finally {
      setSubmitting(false);
    }
  };
  return { isSubmitting, submit: () => (getSession().is_logged_in ? void run() : goToSignUp()) };
}
