import type { Deployment } from '../../../lib/config/index.ts';
import { explainAwsError } from '../aws-errors.ts';
import type { CheckLine } from '../check-lines.ts';

/** Input of the checks of one deployment. */
export interface DoctorContext {
  readonly deployment: Deployment;
  /** Applicants per season. */
  readonly applicants: number;
}

/** `warning`: it works, but maybe not as the operator expects. */
export type Verdict =
  | { readonly outcome: 'ok'; readonly detail?: string }
  | { readonly outcome: 'failed' | 'warning'; readonly detail: string; readonly remedy: string };

interface Definition<Found> {
  readonly title: string;
  /** The reason to skip the check; undefined if it applies. */
  readonly skip?: (deployment: Deployment) => string | undefined;
  /** The permission that `read` needs. Checks without one make no AWS calls. */
  readonly permission?: string;
  readonly read: (context: DoctorContext) => Promise<Found> | Found;
  readonly judge: (found: Found, context: DoctorContext) => Verdict;
}

export interface DoctorCheck {
  readonly title: string;
  readonly readsAws: boolean;
  readonly run: (context: DoctorContext) => Promise<CheckLine>;
}

/** Defines a check: `read` never changes anything, and an AWS error becomes a verdict. */
export const check = <Found>({ title, skip, permission, read, judge }: Definition<Found>): DoctorCheck => ({
  title,
  readsAws: permission !== undefined,
  async run(context) {
    const reason = skip?.(context.deployment);
    if (reason !== undefined) return { title, outcome: 'skipped', detail: reason };
    try {
      return { title, ...judge(await read(context), context) };
    } catch (error) {
      const explained = explainAwsError(error, permission, context.deployment.region);
      if (explained === undefined) throw error;
      return { title, outcome: 'failed', ...explained };
    }
  },
});

/** Names of AWS errors for a resource that does not exist. */
export const isNamed = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);
