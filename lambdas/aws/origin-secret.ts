import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { fetchPreviousSecret, fetchSecret } from './secrets.ts';

interface Known {
  readonly values: readonly string[];
  readonly readAt: number;
  readonly hasPrevious: boolean;
}

let known: Promise<Known> | undefined;

/** Time after which the secret is read again, so a withdrawn value stops working. */
const keptMs = 300_000;
/** Minimum time between two reads, regardless of what callers send. */
const minPauseMs = 10_000;

async function read(hasPrevious: boolean): Promise<Known> {
  const arn = environment('ORIGIN_SECRET_ARN');
  const [current, previous] = await Promise.all([
    fetchSecret(arn),
    hasPrevious ? fetchPreviousSecret(arn) : [],
  ]);
  return { values: [current, ...previous], readAt: now(), hasPrevious };
}

/** Reads the secret again. After a failure, the next call retries. */
function readAgain(hasPrevious: boolean): Promise<Known> {
  const reading = read(hasPrevious);
  known = reading;
  reading.catch(() => {
    if (known === reading) known = undefined;
  });
  return reading;
}

/**
 * True if a value is the secret that CloudFront adds to every request. During a replacement the new and the
 * previous value are valid. The previous one is read only if the current one does not match.
 */
export async function isOriginSecret(isSame: (value: string) => boolean): Promise<boolean> {
  const { values, readAt, hasPrevious } = await (known ?? readAgain(false));
  const age = now() - readAt;
  if (age < keptMs && values.some(isSame)) return true;
  if (age < minPauseMs && hasPrevious) return false;
  return (await readAgain(true)).values.some(isSame);
}
