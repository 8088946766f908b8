import { createHmac } from 'node:crypto';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';

/** By ARN. */
const cached = new Map<string, Promise<string>>();

/** Reads a secret, with a client that only the calls that need a secret load. */
export async function fetchSecret(arn: string, stage?: 'AWSPREVIOUS'): Promise<string> {
  const { readSecret } = await import('./secrets-manager.ts');
  return readSecret(arn, stage);
}

/** Reads a secret once per cold start. After a failure the next call tries again. */
function cachedSecret(name: string): Promise<string> {
  const arn = environment(name);
  const known = cached.get(arn);
  if (known !== undefined) return known;
  const fetched = fetchSecret(arn);
  cached.set(arn, fetched);
  fetched.catch(() => cached.delete(arn));
  return fetched;
}

/** A name for private text that cannot be turned back into it. Throttles store addresses under such names. */
export const pseudonym = async (text: string): Promise<string> =>
  createHmac('sha256', await cachedSecret('PEPPER_SECRET_ARN'))
    .update(text)
    .digest('base64url');

/** The secret of the user pool's client. */
export const clientSecret = (): Promise<string> => cachedSecret('CLIENT_SECRET_ARN');

/** A secret that was never rotated has no previous value. */
export const fetchPreviousSecret = (arn: string): Promise<readonly string[]> =>
  fetchSecret(arn, 'AWSPREVIOUS').then(
    (value) => [value],
    (error: unknown) => {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return [];
      throw error;
    },
  );

/** Time until a rotated key is noticed. */
const keysKeptMs = 10_000;
let keys: { readonly all: readonly [string, ...string[]]; readonly until: number } | undefined;

/** The key that signs the links of staff, and the previous key, whose links stay valid. */
export async function serviceKeys(): Promise<readonly [string, ...string[]]> {
  if (keys !== undefined && now() < keys.until) return keys.all;
  const arn = environment('SERVICE_TOKEN_SECRET_ARN');
  const [current, previous] = await Promise.all([fetchSecret(arn), fetchPreviousSecret(arn)]);
  keys = { all: [current, ...previous], until: now() + keysKeptMs };
  return keys.all;
}
