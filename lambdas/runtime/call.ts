import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that a function is answering. */
interface CallSource {
  /** API Gateway's id of it. */
  readonly request: string;
  /** The network that it came from. */
  readonly address: string;
}

const sources = new AsyncLocalStorage<CallSource>();

/** Does `work` as part of a request. The audit log names the request without every function passing it on. */
export const withCallSource = <T>(source: CallSource, work: () => T): T => sources.run(source, work);

/** Undefined in functions that no route leads to. */
export const callSource = (): CallSource | undefined => sources.getStore();

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs the work of a call. When the call times out, `signal` aborts and the response is sent without the
 * result.
 */
export const whileUnanswered = <T>(signal: AbortSignal, work: () => T): T => signals.run(signal, work);

/** True if the call of this work timed out, so its response was already sent. */
export const isAnswered = (): boolean => signals.getStore()?.aborted === true;
