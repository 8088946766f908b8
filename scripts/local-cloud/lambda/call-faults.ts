import { ServiceError } from '../http.ts';

/** Calls that Lambda rejects without running the function, as when it is idle. */
export interface CallFault {
  /** Matches the construct path of the function. */
  readonly function: RegExp;
  /** An error of https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_Errors */
  readonly errorName: string;
  /** The number of calls that fail. Later ones succeed, because the first call has activated the function. */
  readonly calls: number;
}

/** The faults of calls that a test has injected. */
export class CallFaults {
  #faults: readonly CallFault[] = [];

  inject(fault: CallFault) {
    this.#faults = [...this.#faults, fault];
  }

  /** Rejects the call if a fault matches. */
  require(path: string) {
    const found = this.#faults.find((each) => each.function.test(path));
    if (found === undefined) return;
    const others = this.#faults.filter((each) => each !== found);
    this.#faults = found.calls > 1 ? [...others, { ...found, calls: found.calls - 1 }] : others;
    throw new ServiceError(found.errorName, 'Out of order.', 502);
  }
}
