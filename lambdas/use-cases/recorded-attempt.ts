import { ApiError } from '../runtime/errors.ts';
import type { AuditEvent } from '../store/audit-event.ts';
import { recordForAddress } from '../store/audit-log.ts';

/** The outcomes of an attempt, as the audit log names them. */
interface Outcomes {
  readonly done?: AuditEvent;
  readonly refused?: AuditEvent;
}

/**
 * Attempts of callers who have only named an address. A successful log-in is recorded with its session, a
 * reset before it ends sessions. Throttled attempts are not recorded, so no one can write endless entries.
 */
const outcomes = {
  signUp: { done: 'sign-up', refused: 'sign-up-refused' },
  confirm: { done: 'confirm', refused: 'confirm-refused' },
  logIn: { refused: 'log-in-refused' },
  resendConfirm: { done: 'code-asked' },
  forgotPassword: { done: 'reset-asked' },
  resetPassword: { refused: 'reset-refused' },
} as const satisfies Readonly<Record<string, Outcomes>>;

/** Records the outcome of an attempt before the caller gets the response. */
export async function recordedAttempt<T>(
  name: keyof typeof outcomes,
  username: string,
  attempt: Promise<T>,
): Promise<T> {
  const { done, refused }: Outcomes = outcomes[name];
  const [settled] = await Promise.allSettled([attempt]);
  if (settled.status === 'fulfilled') {
    if (done !== undefined) await recordForAddress(username, done);
    return settled.value;
  }
  const { reason } = settled;
  if (refused !== undefined && reason instanceof ApiError && reason.kind === 'invalid')
    await recordForAddress(username, refused);
  throw reason;
}
