import { UsageError } from '../../command-line/usage-error.ts';
import { explainAwsError } from '../aws-errors.ts';
import type { CheckLine } from '../check-lines.ts';

export type Outcome = Pick<CheckLine, 'outcome' | 'detail' | 'remedy'>;

/** Outcome of a step, and a value for later steps. */
export type Result<T> = Outcome & { readonly value?: T };

/** One AWS call and the permission that it needs. An error names the permission. */
export type Ask = <T>(permission: string, call: () => Promise<T>) => Promise<T>;

class Refused extends Error {
  readonly permission: string;

  constructor(permission: string, cause: unknown) {
    super(`${permission} failed`, { cause });
    this.permission = permission;
  }
}

const ask: Ask = async (permission, call) => {
  try {
    return await call();
  } catch (cause) {
    throw new Refused(permission, cause);
  }
};

/** Runs steps one at a time, and stores and prints their results. */
export class Steps {
  readonly lines: CheckLine[] = [];
  readonly #region: string;
  readonly #print: (line: CheckLine) => void;

  constructor(region: string, print: (line: CheckLine) => void) {
    this.#region = region;
    this.#print = print;
  }

  skip(title: string, detail: string) {
    this.#add({ title, outcome: 'skipped', detail });
  }

  /** Returns the step's value for later steps; undefined if it failed. */
  async run<T>(title: string, work: (ask: Ask) => Promise<Result<T>>): Promise<T | undefined> {
    const began = performance.now();
    const { value, ...outcome } = await work(ask).catch((error: unknown): Result<T> => this.#explain(error));
    this.#add({ title, ...outcome, milliseconds: performance.now() - began });
    return outcome.outcome === 'failed' ? undefined : value;
  }

  #add(line: CheckLine) {
    this.lines.push(line);
    this.#print(line);
  }

  #explain(error: unknown): Outcome {
    if (error instanceof UsageError) return { outcome: 'failed', detail: error.message };
    if (!(error instanceof Refused)) throw error;
    const explained = explainAwsError(error.cause, error.permission, this.#region);
    if (explained === undefined) throw error.cause;
    return { outcome: 'failed', ...explained };
  }
}

/** The name of an AWS error, regardless of its permission. */
export const errorName = (error: unknown): string =>
  error instanceof Refused && error.cause instanceof Error ? error.cause.name : '';
