import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that a function is answering. */
export interface CallSource {
  /** API Gateway's id of it. */
  readonly request: string;
  /** The network that it came from. */
  readonly address: string;
}

const current = new AsyncLocalStorage<CallSource>();

/** Does `work` as part of a request. The audit log names the request without every function passing it on. */
export const withCallSource = <T>(source: CallSource, work: () => T): T => current.run(source, work);

/** Undefined in functions that no route leads to. */
export const callSource = (): CallSource | undefined => current.getStore();
