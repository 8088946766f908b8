import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { type Answers, countsThatShowAnswers } from '../../shared/form/index.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { toast } from '../ui/toast.ts';
import { formStore } from './form-store.ts';
import { partnerForm } from './partner-form.ts';

/** Saves the count of a repeated block, then shows it. On failure shows `errorText` and resolves to false. */
export async function saveCount(
  button_id: string,
  num_components: number,
  errorText: string,
): Promise<boolean> {
  try {
    await call(applicationRoutes.putAddAnother, { body: { button_id, num_components } });
    formStore.change({ counts: { ...formStore.get().counts, [button_id]: num_components } });
    toast.closeCause(errorText);
    return true;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) toast.error(errorText);
    return false;
  }
}

type Counts = Readonly<Record<string, number>>;

/**
 * Opens every repeated block that has an answer, and saves the counts. Answers may come from an import,
 * another device or before the log-in; answers in a closed block would be cleared without notice.
 */
export async function openBlocksWithAnswers(answers: Answers, counts: Counts): Promise<Counts> {
  const raised = countsThatShowAnswers(partnerForm(), { answers, counts });
  for (const [button_id, num_components] of Object.entries(raised))
    if (num_components !== counts[button_id]) await saveOpened(button_id, num_components);
  return raised;
}

/** A count that cannot be saved now is derived from the same answers at the next load. */
async function saveOpened(button_id: string, num_components: number): Promise<void> {
  try {
    await call(applicationRoutes.putAddAnother, { body: { button_id, num_components } });
  } catch (error) {
    if (error instanceof UnauthorizedError) throw error;
  }
}
