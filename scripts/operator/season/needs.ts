import { type Kind, kinds } from './applicant.ts';
import { measuredApplicant } from './measured.ts';
import { type Amount, lastDayShare, peak } from './peak-load.ts';

/** Assumption: margin for retries, cold starts, and a deadline busier than the sources. */
export const headroom = 1.5;

/** Applicants come at random: a second is busier than its minute by three standard deviations (Poisson). */
const deviations = 3;
const withHeadroom = (average: number) => average * headroom + deviations * Math.sqrt(average * headroom);

/**
 * Assumption: added to each run's measured duration. Table and Cognito respond faster on the local cloud: a
 * call of the API makes two table requests of 5 to 20 ms on AWS.
 */
const awsWaitSeconds = 0.05;

/**
 * Assumption: seconds of a conversion. The measured files are small, and converters often start cold. The
 * office converter took 1.2 to 4.8 s for its first document.
 */
const conversionSeconds = { convert: 2, office: 5, applicationPdf: 3 } as const;
export type Converter = keyof typeof conversionSeconds;

/** The function behind each setting of `converters`. */
const converterFunctions: Readonly<Record<Converter, string>> = {
  convert: 'Convert',
  office: 'OfficeConvert',
  applicationPdf: 'Make',
};
const converterNames = Object.keys(converterFunctions) as Converter[]; // a literal has no other keys
const isConverter = (name: string) => Object.values(converterFunctions).includes(name);

/** Assumption: a code or a reset link, the receipt, and the mail about a new browser. */
const mailsPerSubmission = 3;
/** Deadline reminders that each draft gets within a day, even if its applicant never returns. */
const remindersPerDraft = 1;
/** Assumption: share of log-ins after a forgotten password. */
const resetShare = 0.2;
/** Cognito requests of the two calls of a reset, and lookups of a log-in. */
const requestsPerPair = 2;

/** API Gateway's burst quota of an account, which AWS raises only with its rate. */
const maxBurst = 5_000;

const runsOf =
  (...names: readonly string[]): Amount =>
  ({ runs }) =>
    names.reduce((sum, name) => sum + (runs[name] ?? 0), 0);
export const requestsOf =
  (...some: readonly Kind[]): Amount =>
  ({ requests }) =>
    some.reduce((sum, kind) => sum + (requests[kind] ?? 0), 0);

/** Little's law: runs that start per second, times their duration, are the runs at the same time. */
const atOnce =
  (isCounted: (name: string) => boolean): Amount =>
  ({ runs }) =>
    Object.entries(runs)
      .filter(([name]) => isCounted(name))
      .reduce(
        (sum, [name, each]) => sum + each * ((measuredApplicant.seconds[name] ?? 0) + awsWaitSeconds),
        0,
      );

/** Amounts of a phase that settings and quotas limit. */
export const amounts = {
  requests: requestsOf(...kinds),
  apiCalls: requestsOf(...kinds.filter((kind) => kind !== 'pages and files')),
  writeUnits: ({ writeUnits }) => writeUnits,
  readUnits: ({ readUnits }) => readUnits,
  sharedWriteUnits: ({ sharedWriteUnits }) => sharedWriteUnits,
  transitions: ({ transitions }) => transitions,
  /** Executions of state machines: one for each inspected upload and each application PDF. */
  executions: runsOf('Inspect', 'Make'),
  /** Runs at the same time, except of converters. */
  functions: atOnce((name) => !isConverter(name)),
  uploadEvents: atOnce((name) => name === 'Begin'),
  converters: (usage) =>
    converterNames.reduce(
      (sum, name) => sum + runsOf(converterFunctions[name])(usage) * conversionSeconds[name],
      0,
    ),
} as const satisfies Readonly<Record<string, Amount>>;

/** Minimum values of settings and quotas for a number of applicants, with headroom. Rates are per second. */
export function needsOf(applicants: number) {
  const need = (amount: Amount, factor = 1) => Math.ceil(withHeadroom(peak(applicants, amount) * factor));
  const converter = (name: Converter) => need(runsOf(converterFunctions[name]), conversionSeconds[name]);
  const rate = need(amounts.apiCalls);
  const logIns = requestsOf('log-ins');
  return {
    requests: need(amounts.requests),
    throttle: { rate, burst: Math.min(2 * rate, maxBurst) },
    converters: {
      convert: converter('convert'),
      office: converter('office'),
      applicationPdf: converter('applicationPdf'),
    },
    /** Concurrent executions of all functions except the converters. */
    functions: need(amounts.functions),
    uploadEvents: need(amounts.uploadEvents),
    writeUnits: need(amounts.writeUnits),
    readUnits: need(amounts.readUnits),
    sharedWriteUnits: need(amounts.sharedWriteUnits),
    executions: need(amounts.executions),
    transitions: need(amounts.transitions),
    userAuthentication: need(logIns),
    /** The measured sign-ups include their confirmations. */
    userCreation: need(requestsOf('sign-ups')),
    userAccountRecovery: need(logIns, requestsPerPair * resetShare),
    userRead: need(logIns, requestsPerPair),
    mails: need(requestsOf('submissions'), mailsPerSubmission),
    /** Assumes that all applications are still drafts when the reminders of the last day are sent. */
    mailsPerDay: Math.round(applicants * (lastDayShare * mailsPerSubmission + remindersPerDraft)),
  };
}
export type Needs = ReturnType<typeof needsOf>;

/** Executions that share the account's unreserved concurrency. */
export function unreservedNeed({ functions, converters }: Needs, hasReserved: boolean): number {
  const all = Object.values(converters).reduce((sum, each) => sum + each, functions);
  return hasReserved ? functions : all;
}
