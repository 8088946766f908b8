import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { call } from '../api-client/call.ts';
import { ServerError } from '../api-client/errors.ts';
import { connectSession, followLogOuts, navigateTo } from '../session/end-session.ts';
import { completionPath } from '../session/paths.ts';
import { setSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { commitChanges, resetChanges } from './edit-answer.ts';
import { formStore, resetForm } from './form-store.ts';
import { invalidateLoadedForm } from './load-form.ts';
import { saveQueue } from './save-queue.ts';

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
