import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs the work of a call. When the call times out, `signal` aborts and the response is sent without the
 * result.
 */
export const whileUnanswered = <T>(signal: AbortSignal, work: () => T): T => current.run(signal, work);

/** True if the call of this work timed out, so its response was already sent. */
export const isAnswered = (): boolean => current.getStore()?.aborted === true;
