import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();

/** Does the work of a call, whose answer is sent without it when the signal says that the time is over. */
export const whileUnanswered = <T>(signal: AbortSignal, work: () => T): T => current.run(signal, work);

/** Whether the call to which this work belongs was answered without it. */
export const isAnswered = (): boolean => current.getStore()?.aborted === true;
