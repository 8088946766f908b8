import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { toast } from '../ui/toast.ts';
import { formStore } from './form-store.ts';

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
