/** The fields of a state that the tests read. */
interface State {
  readonly Type: string;
  readonly TimeoutSeconds: number;
  readonly Parameters: { readonly FunctionName: string };
  readonly Retry?: readonly {
    readonly IntervalSeconds: number;
    readonly BackoffRate?: number;
    readonly MaxDelaySeconds?: number;
    readonly JitterStrategy?: string;
    readonly MaxAttempts: number;
    readonly ErrorEquals: readonly string[];
  }[];
  readonly Catch?: readonly { readonly Next: string }[];
  readonly Choices?: readonly { readonly Next: string }[];
  readonly Default?: string;
  readonly Next?: string;
}

interface Definition {
  readonly States: Readonly<Record<string, State>>;
}

/** The steps of a state machine that call a function. */
export const tasksIn = ({ States }: Definition): readonly State[] =>
  Object.values(States).filter(({ Type }) => Type === 'Task');

/** A value of Fn::Join with every reference replaced by the logical id. */
export function joined(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[kind, of] = []] = Object.entries(value);
  if (kind === 'Fn::Join') return (of as [string, unknown[]])[1].map(joined).join('');
  return String([of].flat()[0]);
}

/**
 * A throttled or idle function rejects the call immediately. Any other error may come just before the
 * timeout.
 */
const isThrottling = ({ ErrorEquals }: { readonly ErrorEquals: readonly string[] }) =>
  !ErrorEquals.includes('States.ALL');

/**
 * Seconds that a step takes when it uses all its attempts:
 * https://states-language.net/spec.html#retrying-after-error
 */
function longestStep({ TimeoutSeconds = 0, Retry = [] }: State): number {
  const waits = Retry.flatMap(
    ({ IntervalSeconds, BackoffRate = 2, MaxDelaySeconds = Infinity, MaxAttempts }) =>
      Array.from({ length: MaxAttempts }, (_, attempt) =>
        Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** attempt),
      ),
  );
  const attempts = Retry.filter((each) => !isThrottling(each)).map(({ MaxAttempts }) => MaxAttempts);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return TimeoutSeconds * (1 + sum(attempts)) + sum(waits);
}

/** Seconds of the longest path from a state to an end, without returning to a previous state. */
export function longestPath({ States }: Definition, from: string, passed: readonly string[] = []): number {
  const state = States[from];
  if (state === undefined) throw new Error(`There is no state ${from}.`);
  const { Next, Default, Catch = [], Choices = [] } = state;
  const way = [...passed, from];
  const next = [Next, Default, ...[...Catch, ...Choices].map((each) => each.Next)]
    .filter((each) => each !== undefined)
    .filter((each) => !way.includes(each));
  return longestStep(state) + Math.max(0, ...next.map((name) => longestPath({ States }, name, way)));
}
