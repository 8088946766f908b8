import type { SmokeClient } from './client.ts';

/** An account that a walk creates, with the mailbox where its code arrives, or one that an operator prepared. */
export type WalkAccount =
  | { readonly kind: 'new'; readonly codeFor: (address: string) => Promise<string | undefined> }
  | { readonly kind: 'prepared'; readonly username: string; readonly password: string };

/** Where a walk goes, and as whom. */
export interface WalkTarget {
  /** For example `https://apply.example.edu`, without a path. */
  readonly site: string;
  readonly kind: 'deployment' | 'local cloud';
  readonly account: WalkAccount;
  /** The API's own address, which must be closed to everybody but CloudFront. */
  readonly api?: string | undefined;
  /** How long one mail, one conversion or one PDF may take. */
  readonly waitSeconds: number;
}

/** What earlier checks have reached. A check that needs one of these is not run without it. */
export type Milestone = 'signed up' | 'code' | 'account' | 'session' | 'application';

/** What the checks of one walk share. */
export interface Walk {
  readonly target: WalkTarget;
  readonly client: SmokeClient;
  readonly username: string;
  readonly password: string;
  code: string;
  /** The answer that the walk replaces, as it was before. */
  earlierAnswer: string | boolean;
}

/** One thing that must work. */
export interface Check {
  readonly title: string;
  readonly needs?: Milestone;
  readonly reaches?: Milestone;
  /** Why this target has nothing to check; undefined when it has. */
  readonly skip?: (target: WalkTarget) => string | undefined;
  /** Throws a SmokeError that says what was found instead. */
  readonly run: (walk: Walk) => Promise<void>;
  /** What an operator does when it fails. */
  readonly remedy: string;
}
