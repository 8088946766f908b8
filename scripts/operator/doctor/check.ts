import type { Deployment } from '../../../lib/config/index.ts';

/** Input of the checks of one deployment. */
export interface DoctorContext {
  readonly deployment: Deployment;
  /** Applicants per season. */
  readonly applicants: number;
}

/** `warning`: it works, but maybe not as the operator expects. */
type Verdict =
  | { readonly outcome: 'ok' | 'skipped'; readonly detail?: string }
  | { readonly outcome: 'failed' | 'warning'; readonly detail: string; readonly remedy: string };

export interface DoctorCheck {
  readonly title: string;
  /** The permission that the check needs. A check without one makes no AWS calls. */
  readonly permission?: string;
  /** Changes nothing. AWS errors become verdicts. */
  readonly run: (context: DoctorContext) => Promise<Verdict> | Verdict;
}

export const ok = (detail: string): Verdict => ({ outcome: 'ok', detail });
export const skipped = (detail: string): Verdict => ({ outcome: 'skipped', detail });
export const warning = (detail: string, remedy: string): Verdict => ({ outcome: 'warning', detail, remedy });
export const failed = (detail: string, remedy: string): Verdict => ({ outcome: 'failed', detail, remedy });

/** A problem that fails production, and only warns a trial. */
export const unfinished = ({ environment }: Deployment, detail: string, remedy: string): Verdict =>
  environment === 'production' ? failed(detail, remedy) : warning(detail, remedy);

/** Names of AWS errors for a resource that does not exist. */
export const isNamed = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);
