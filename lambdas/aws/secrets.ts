import { createHmac } from 'node:crypto';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';

const read = new Map<string, Promise<string>>();

async function fetchSecret(arn: string, VersionStage?: 'AWSPREVIOUS'): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const { SecretString } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: arn, VersionStage }),
  );
  if (!SecretString) throw new Error(`The secret ${arn} is empty.`);
  return SecretString;
}

/** Read once per cold start; a failed read is tried again by the next call. */
function secret(name: string): Promise<string> {
  const arn = environment(name);
  const known = read.get(arn);
  if (known !== undefined) return known;
  const fetched = fetchSecret(arn);
  read.set(arn, fetched);
  fetched.catch(() => read.delete(arn));
  return fetched;
}

/** What CloudFront adds to every request, so that nobody speaks to the API directly (decision H-06). */
export const originSecret = () => secret('ORIGIN_SECRET_ARN');

/** A name for something private that cannot be turned back: addresses in counters are kept this way (decision D-31). */
export const pseudonym = async (text: string): Promise<string> =>
  createHmac('sha256', await secret('PEPPER_SECRET_ARN'))
    .update(text)
    .digest('base64url');

/** A secret that was never rotated has no previous value. */
const fetchPrevious = (arn: string): Promise<readonly string[]> =>
  fetchSecret(arn, 'AWSPREVIOUS').then(
    (value) => [value],
    (error: unknown) => {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return [];
      throw error;
    },
  );

/** Milliseconds after which a rotation is noticed. */
const keysKept = 10_000;
let keys: { readonly all: readonly [string, ...string[]]; readonly until: number } | undefined;

/** The key that signs staff's links, and the one before it, whose links are still good (decision D-85). */
export async function serviceKeys(): Promise<readonly [string, ...string[]]> {
  if (keys !== undefined && now() < keys.until) return keys.all;
  const arn = environment('SERVICE_TOKEN_SECRET_ARN');
  const [current, previous] = await Promise.all([fetchSecret(arn), fetchPrevious(arn)]);
  keys = { all: [current, ...previous], until: now() + keysKept };
  return keys.all;
}
