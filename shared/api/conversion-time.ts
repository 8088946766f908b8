/** How long the steps of the state machines may take. The machines, their functions and the table's deadlines agree. */

/** One step of a state machine. */
export interface StepTime {
  /** Seconds that one attempt may take. */
  readonly seconds: number;
  /** Further attempts after any error. */
  readonly repeats: number;
  /** Further attempts when too many functions run. They are refused at once, so only waiting for them takes time. */
  readonly whenThrottled: number;
}

export const conversionSteps = {
  inspect: { seconds: 10, repeats: 1, whenThrottled: 2 },
  /** On a busy evening uploads wait here for a free converter. */
  convert: { seconds: 32, repeats: 0, whenThrottled: 5 },
  office: { seconds: 80, repeats: 0, whenThrottled: 5 },
  record: { seconds: 10, repeats: 2, whenThrottled: 2 },
} as const satisfies Readonly<Record<string, StepTime>>;

export const applicationPdfSteps = {
  make: { seconds: 32, repeats: 0, whenThrottled: 5 },
  recordFailure: { seconds: 10, repeats: 2, whenThrottled: 2 },
} as const satisfies Readonly<Record<string, StepTime>>;

/** Seconds before the first repeated attempt. Each further one waits twice as long. */
export const firstWait = 1;
const waitsFor = (attempts: number) => firstWait * (2 ** attempts - 1);

/** Seconds after which a step has ended, however often it was repeated. */
const longest = ({ seconds, repeats, whenThrottled }: StepTime) =>
  (repeats + 1) * seconds + waitsFor(repeats) + waitsFor(whenThrottled);

/** A function ends before its step gives up, so that its own error is recorded. */
export const functionSeconds = ({ seconds }: StepTime): number => seconds - 2;

/** LibreOffice has all the time of its function, except what reading and writing the files takes. */
export const officeSeconds = functionSeconds(conversionSteps.office) - 3;

const { inspect, convert, office, record } = conversionSteps;

/** Seconds after which a conversion has ended, once it is its turn. Every step, also the last one, gets all its attempts. */
const conversionSeconds = longest(inspect) + Math.max(longest(convert), longest(office)) + longest(record);

/** An applicant's files are converted one after the other. The others wait for their turn. */
export const turnSeconds = {
  /** Until a waiting file looks again whether it is its turn. */
  interval: 3,
  /** As long as three other files take at most. */
  longest: 3 * conversionSeconds,
};

/** Seconds after which a state machine is stopped. */
export const machineSeconds = {
  conversion: turnSeconds.longest + turnSeconds.interval + conversionSeconds,
  applicationPdf: longest(applicationPdfSteps.make) + longest(applicationPdfSteps.recordFailure),
};

/**
 * Seconds from a request until it counts as failed, even if no process is left to record that. A file that waits for its
 * turn starts them anew each time it looks.
 */
export const deadlineSeconds = {
  conversion: conversionSeconds + 5,
  applicationPdf: machineSeconds.applicationPdf + 5,
};
