import type { Deployment } from '../../../lib/config/index.ts';
import { explainAwsError } from '../aws-errors.ts';
import type { CheckLine } from '../check-lines.ts';

/** Input of the checks of one deployment. */
export interface DoctorContext {
  readonly deployment: Deployment;
  /** Applicants per season. */
  readonly applicants: number;
}

/** `warning` works, but not as an operator may expect. */
export type Verdict =
  | { readonly outcome: 'ok'; readonly detail?: string }
  | { readonly outcome: 'failed' | 'warning'; readonly detail: string; readonly remedy: string };

interface Definition<Found> {
  readonly title: string;
  /** Why this deployment has nothing to check; undefined when it has. */
  readonly skip?: (deployment: Deployment) => string | undefined;
  /** The permission that reading needs. Checks without one read nothing of AWS. */
  readonly permission?: string;
  readonly read: (context: DoctorContext) => Promise<Found> | Found;
  readonly judge: (found: Found, context: DoctorContext) => Verdict;
}

export interface DoctorCheck {
  readonly title: string;
  readonly readsAws: boolean;
  readonly run: (context: DoctorContext) => Promise<CheckLine>;
}

/** A check reads something and judges it. Reading only reads; an error of AWS becomes a verdict too. */
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

/** Names of errors by which AWS says that something does not exist. */
export const isNamed = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);
