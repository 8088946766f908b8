/** Outcome of a call. */
export type Outcome =
  | {
      readonly is: 'reply';
      readonly status: number;
      readonly retryAfter: string | null;
      /** False if API Gateway responded itself: it sends no Retry-After, and the page uses its own wait. */
      readonly isOfFunction: boolean;
    }
  /** No response came in time. */
  | { readonly is: 'silence' }
  /** The connection closed without a response. */
  | { readonly is: 'broken'; readonly reason: string };

export interface Call {
  readonly title: string;
  /** Scheduled start, in milliseconds of performance.now(). */
  readonly due: number;
  /** Milliseconds from the scheduled start to the end. */
  readonly took: number;
  readonly outcome: Outcome;
}

export const isRefused = (status: number): boolean => status === 429 || status === 503;

/** The promise that a call breaks, as a sentence; undefined if it breaks none. */
function broken({ title, outcome }: Call, patience: number): string | undefined {
  if (outcome.is === 'silence') return `${title} had no answer within ${patience / 1000} seconds.`;
  if (outcome.is === 'broken') return `${title} lost its connection: ${outcome.reason}.`;
  const { status, retryAfter, isOfFunction } = outcome;
  if (isRefused(status))
    return !isOfFunction || /^[1-9]\d*$/.test(retryAfter ?? '')
      ? undefined
      : `${title} answered ${status} without Retry-After.`;
  return status >= 500 ? `${title} answered ${status}.` : undefined;
}

/**
 * Checks the promises under load. Every call gets a response in time. Rejections have status 429 or 503, and
 * those of functions have Retry-After. Nothing else fails. Returns one sentence for each broken promise, with
 * the number of calls.
 */
export function violationsOf(calls: readonly Call[], patience: number): readonly string[] {
  const times = new Map<string, number>();
  for (const call of calls) {
    const sentence = broken(call, patience);
    if (sentence !== undefined) times.set(sentence, (times.get(sentence) ?? 0) + 1);
  }
  return [...times].map(([sentence, count]) => (count === 1 ? sentence : `${sentence} (${count} times)`));
}
