import type { Progress } from '../../shared/api/submitted-replies.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { readApplication } from '../store/application.ts';
import { deliveredAt } from '../store/deliveries.ts';

/** The times of a submission's way to the office. Without a package, it was received immediately. */
export async function progressOf(sub: ApplicantId): Promise<Progress> {
  const { submittedAt: submitted_at = '', withdrawnAt: withdrawn_at = '' } = await readApplication(sub);
  if (submitted_at === '') return { submitted_at, received_at: '', withdrawn_at };
  const delivered = await deliveredAt(sub);
  return {
    submitted_at,
    received_at: delivered === undefined ? '' : delivered || submitted_at,
    withdrawn_at,
  };
}
