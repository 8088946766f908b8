import type { SmokeClient } from './client.ts';

/** A new account with access to its confirmation mail, or an account that an operator prepared. */
export type SmokeAccount =
  | { readonly kind: 'new'; readonly codeFor: (address: string) => Promise<string | undefined> }
  | { readonly kind: 'prepared'; readonly username: string; readonly password: string };

/** The site and the account of a smoke test. */
export interface SmokeTarget {
  /** For example `https://apply.example.edu`, without a path. */
  readonly site: string;
  readonly kind: 'deployment' | 'local cloud';
  readonly account: SmokeAccount;
  /** The API's own address, which must reject every caller except CloudFront. */
  readonly api?: string | undefined;
  /** Maximum time for one mail, one conversion or one PDF. */
  readonly waitSeconds: number;
}

/** State that earlier checks have reached. A check that requires a missing one is skipped. */
export type Milestone = 'site' | 'signed up' | 'code' | 'account' | 'session' | 'application';

/** State that the checks of one run share. */
export interface SmokeRun {
  readonly target: SmokeTarget;
  readonly client: SmokeClient;
  readonly username: string;
  readonly password: string;
  code: string;
  /** The answer before the run replaced it. */
  earlierAnswer: string | boolean;
}

/** One check of a smoke test. */
export interface Check {
  readonly title: string;
  readonly needs?: Milestone;
  readonly reaches?: Milestone;
  /** Returns why the check does not apply to this target; undefined if it applies. */
  readonly skip?: (target: SmokeTarget) => string | undefined;
  /** Throws a SmokeError that says what was found instead. */
  readonly run: (run: SmokeRun) => Promise<void>;
  /** Instruction for the operator if the check fails. */
  readonly remedy: string;
}

const pauseMilliseconds = 300;

/** Repeats a question until it has an answer. Undefined when there was none in time. */
export async function until<T>(seconds: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
}
