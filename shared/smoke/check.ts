import type { SmokeClient } from './client.ts';

/** A new account with the mailbox of its code, or an account that an operator prepared. */
export type SmokeAccount =
  | { readonly kind: 'new'; readonly codeFor: (address: string) => Promise<string | undefined> }
  | { readonly kind: 'prepared'; readonly username: string; readonly password: string };

/** The site and the account of a smoke test. */
export interface SmokeTarget {
  /** For example `https://apply.example.edu`, without a path. */
  readonly site: string;
  readonly kind: 'deployment' | 'local cloud';
  readonly account: SmokeAccount;
  /** The API's own address, which must be closed to everybody but CloudFront. */
  readonly api?: string | undefined;
  /** How long one mail, one conversion or one PDF may take. */
  readonly waitSeconds: number;
}

/** What earlier checks have reached. A check that needs one of these is not run without it. */
export type Milestone = 'signed up' | 'code' | 'account' | 'session' | 'application';

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

/** One thing that must work. */
export interface Check {
  readonly title: string;
  readonly needs?: Milestone;
  readonly reaches?: Milestone;
  /** Why this target has nothing to check; undefined when it has. */
  readonly skip?: (target: SmokeTarget) => string | undefined;
  /** Throws a SmokeError that says what was found instead. */
  readonly run: (run: SmokeRun) => Promise<void>;
  /** What an operator does when it fails. */
  readonly remedy: string;
}
