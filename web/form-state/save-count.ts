import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { toast } from '../ui/toast.ts';
import { formStore } from './form-store.ts';

/** Keeps how many repeated blocks are open, and shows it then. A failure is told, and changes nothing. */
export async function saveCount(button_id: string, num_components: number, failed: string): Promise<boolean> {
  try {
    await call(routes.application.putAddAnother, { body: { button_id, num_components } });
    formStore.setState(({ counts }) => ({ counts: { ...counts, [button_id]: num_components } }));
    return true;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) toast.error(failed);
    return false;
  }
}
