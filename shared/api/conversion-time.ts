/**
 * Time limits of the steps of the state machines. The machines, their functions and the table's deadlines
 * agree.
 */

/** One step of a state machine. */
export interface StepTime {
  /** Seconds that one attempt may take. */
  readonly seconds: number;
  /** Further attempts after any error. */
  readonly repeats: number;
  /**
   * Further attempts when too many functions run. Lambda rejects these calls immediately, so only the waits
   * take time.
   */
  readonly whenThrottled: number;
  /** Further attempts while Lambda wakes an idle function. Only the waits take time. */
  readonly whenIdle: number;
}

export const conversionSteps = {
  inspect: { seconds: 10, repeats: 1, whenThrottled: 2, whenIdle: 2 },
  /** At peak load uploads wait here for a free converter, a minute and a half at most. */
  convert: { seconds: 32, repeats: 0, whenThrottled: 8, whenIdle: 2 },
  /** An image in a network of the converter's own: AWS needs up to minutes to attach the network again. */
  office: { seconds: 80, repeats: 0, whenThrottled: 8, whenIdle: 4 },
  record: { seconds: 10, repeats: 2, whenThrottled: 2, whenIdle: 2 },
} as const satisfies Readonly<Record<string, StepTime>>;

export const applicationPdfSteps = {
  make: { seconds: 32, repeats: 0, whenThrottled: 8, whenIdle: 2 },
  recordFailure: { seconds: 10, repeats: 2, whenThrottled: 2, whenIdle: 2 },
} as const satisfies Readonly<Record<string, StepTime>>;

/**
 * The waits before repeated attempts, in seconds. Each is twice as long as the one before, up to `longest`.
 */
export interface Waits {
  readonly first: number;
  readonly longest: number;
}

export const waits = {
  repeat: { first: 1, longest: 20 },
  throttled: { first: 1, longest: 20 },
  idle: { first: 10, longest: 80 },
} as const satisfies Readonly<Record<string, Waits>>;

const waitsFor = ({ first, longest }: Waits, attempts: number) =>
  Array.from({ length: attempts }, (_, attempt) => Math.min(longest, first * 2 ** attempt)).reduce(
    (sum, each) => sum + each,
    0,
  );

/** Seconds after which a step has ended, however often it was repeated. */
const longest = ({ seconds, repeats, whenThrottled, whenIdle }: StepTime) =>
  (repeats + 1) * seconds +
  waitsFor(waits.repeat, repeats) +
  waitsFor(waits.throttled, whenThrottled) +
  waitsFor(waits.idle, whenIdle);

/** A function ends before its step gives up, so that its own error is recorded. */
export const functionSeconds = ({ seconds }: StepTime): number => seconds - 2;

const { inspect, convert, office, record } = conversionSteps;

/**
 * Seconds after which a conversion has ended, counted from its conversion lock. Every step, also the last
 * one, gets all its attempts.
 */
const conversionSeconds = longest(inspect) + Math.max(longest(convert), longest(office)) + longest(record);

/** An applicant's files are converted one after the other. The others wait for the conversion lock. */
export const conversionLockSeconds = {
  /** Between two tries of a waiting file to acquire the lock. */
  interval: 3,
  /** As long as three other files take at most. */
  longest: 3 * conversionSeconds,
};

/** Seconds after which a state machine is stopped. */
export const machineSeconds = {
  conversion: conversionLockSeconds.longest + conversionLockSeconds.interval + conversionSeconds,
  applicationPdf: longest(applicationPdfSteps.make) + longest(applicationPdfSteps.recordFailure),
};

/**
 * Seconds from a request until it counts as failed, even if no process is left to record that. Each try of a
 * waiting file to acquire the conversion lock restarts the count.
 */
export const deadlineSeconds = {
  conversion: conversionSeconds + 5,
  applicationPdf: machineSeconds.applicationPdf + 5,
};
