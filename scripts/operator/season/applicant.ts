/** Kinds of requests of a browser. Everything except pages and files is a call of the API. */
export const kinds = [
  'pages and files',
  'reads',
  'saves',
  'look-ups',
  'sign-ups',
  'log-ins',
  'uploads',
  'application PDFs',
  'submissions',
] as const;
export type Kind = (typeof kinds)[number];

/** Phases of an applicant's season, in order. `submission` is the last click and what follows it. */
export const phases = ['signUp', 'logIn', 'visits', 'submission'] as const;
export type Phase = (typeof phases)[number];

/** Everything that one applicant causes in one phase. */
export interface PhaseUsage {
  readonly requests: Readonly<Partial<Record<Kind, number>>>;
  /** Runs of each function, by its construct's name. */
  readonly runs: Readonly<Record<string, number>>;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Writes to the busiest of the partitions that applicants share. */
  readonly sharedWriteUnits: number;
  readonly transitions: number;
}

export interface MeasuredApplicant {
  /** The day of the measurement (yyyy-mm-dd). */
  readonly measuredOn: string;
  /** Median duration of each function, scaled from a whole processor to the function's memory. */
  readonly seconds: Readonly<Record<string, number>>;
  readonly phases: Readonly<Record<Phase, PhaseUsage>>;
}
