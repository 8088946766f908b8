import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { submittedMessage } from '../../shared/api/messages.ts';
import type { ValidationErrors } from '../../shared/form/index.ts';
import { limits } from '../../shared/rules/limits.ts';
import { type WebStatus, webStatusOf } from '../../shared/rules/web-status.ts';
import { call } from '../api-client/call.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { completionPath, defaultPath } from '../session/paths.ts';
import { getSession, setSession } from '../session/session.ts';
import { retryUntilDone } from '../ui/retry.ts';
import { toast } from '../ui/toast.ts';
import { commitChanges } from './edit-answer.ts';
import { revalidate, showErrors, validateForm } from './errors.ts';
import { formStore } from './form-store.ts';
import { postValidations, showErrorToast, useGoToSignUp } from './navigation.ts';
import { saveQueue } from './save-queue.ts';
import { saveStatus } from './save-status.ts';

/** Posts the status of the application. Rejects after three attempts. */
export async function postStatus(web_status: WebStatus): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      await call(applicationRoutes.postWebStatus, { body: { web_status } });
      return setSession({ web_status });
    } catch (error) {
      if (attempt === limits.webStatusRetries || error instanceof UnauthorizedError) throw error;
    }
}

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

/**
 * True if the application may have arrived: the response was lost or cannot be read, or an error followed the
 * submission.
 */
const isUnclear = (error: unknown, wasOnline: boolean): boolean =>
  error instanceof ServerError &&
  (error.status === 0 ? wasOnline : error.status < 400 || error.status >= 500);

/** Time in milliseconds that a submission whose connection dropped may still take on the server. */
const settleMs = 1_000;

/** Reads the receipt once the server can be reached. Rejects with the error if nothing was submitted. */
async function findReceipt(error: unknown) {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const profile = await retryUntilDone(() =>
    call(applicationRoutes.getProfile, {}).catch((failure) => {
      if (failure instanceof UnauthorizedError) return failure;
      throw failure;
    }),
  );
  if (profile instanceof Error) throw profile;
  if (webStatusOf(profile.web_status) !== 'submitted') throw error;
  return profile.receipt;
}

/**
 * An application with a receipt is submitted, even if posting its status fails. Calls `onUnclear` when the
 * response does not say whether the application arrived.
 */
async function sendApplication(onUnclear: () => void): Promise<void> {
  const wasOnline = navigator.onLine;
  const receipt = await call(applicationRoutes.submit, {}).catch((error: unknown) => {
    if (!isUnclear(error, wasOnline)) throw error;
    onUnclear();
    return findReceipt(error);
  });
  formStore.change({ receipt: receipt?.confirmation ? receipt : null });
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

/** An answer that cannot be stored would be missing in what is submitted. */
const withRefusals = (errors: ValidationErrors): ValidationErrors => ({
  ...errors,
  ...Object.fromEntries(Object.entries(saveStatus.get().refused).map(([key, text]) => [key, [text]])),
});

/**
 * Saves, validates and submits. Returns the errors that prevent it; none when the application is submitted.
 */
async function submit(onUnclear: () => void): Promise<ValidationErrors> {
  commitChanges();
  await startValidating();
  await saveQueue.saveOnContinue();
  await reportErrors();
  const errors = withRefusals(validateForm());
  if (Object.keys(errors).length > 0) return errors;
  try {
    await sendApplication(onUnclear);
    return {};
  } catch (error) {
    const serverErrors = errorsIn(error);
    if (serverErrors === undefined) throw error;
    return serverErrors;
  }
}

/** The cause of toasts about a failed submission. */
const cause = 'submit';

/** Names the action, which the toast does not. */
const failureText = (error: unknown): string =>
  `Your application was not submitted. ${navigator.onLine ? errorMessage(error) : "You're offline. Nothing you typed is lost."}`;

/** The text next to the button: about the running attempt, or the error of the last one. */
interface Attempt {
  readonly text: string;
  readonly isRunning: boolean;
}

interface SubmitSettings {
  /** Starts loading the list of errors, which may be shown soon. */
  readonly loadSummary: () => Promise<unknown>;
}

/** Submits the application, or opens the first form page with the list of errors. */
export function useSubmit({ loadSummary }: SubmitSettings) {
  const navigate = useNavigate();
  const goToSignUp = useGoToSignUp();
  const [attempt, setAttempt] = useState<Attempt>({ text: '', isRunning: false });
  const setRunning = (text: string) => setAttempt({ text, isRunning: true });

  const run = async () => {
    setRunning('Submitting...');
    toast.closeCause(cause);
    loadSummary().catch(() => {
      // It loads again when it is shown.
    });
    try {
      const errors = await submit(() => setRunning("We're checking whether your application arrived."));
      setAttempt({ text: '', isRunning: false });
      setSession({ has_changed_page: true });
      if (Object.keys(errors).length === 0)
        return navigate(completionPath, { replace: true, state: { message: submittedMessage } });
      revalidate({ isQuiet: true });
      showErrors(errors);
      navigate(defaultPath, { replace: true, state: { focus: 'summary' } });
    } catch (error) {
      revalidate({ isQuiet: true });
      showErrorToast(error, cause);
      setAttempt({ text: failureText(error), isRunning: false });
    }
  };
  return { attempt, submit: () => (getSession().is_logged_in ? void run() : goToSignUp()) };
}
