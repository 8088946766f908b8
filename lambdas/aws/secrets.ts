import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { now } from '../runtime/clock.ts';
import { isSame } from '../runtime/constant-time.ts';
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

/** 128 bits in hexadecimal: some mail programs end a link before a dash or an underscore. */
const signatureLength = 32;

type Purpose = 'browser' | 'code' | 'reminders-off' | 'reset';

/** Signs a text for one purpose. */
export async function sign(purpose: Purpose, text: string): Promise<string> {
  const signature = Buffer.from(await pseudonym(`sign ${purpose} ${text}`), 'base64url');
  return signature.toString('hex').slice(0, signatureLength);
}

/** True if we signed the text for this purpose. */
export const verify = async (purpose: Purpose, text: string, given: string): Promise<boolean> =>
  isSame(given, await sign(purpose, text));

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Each owner has another key, so a text opens for no one else. */
const keyOf = async (owner: string) => Buffer.from(await pseudonym(`seal ${owner}`), 'base64url');

/** Encrypts a text for its owner. */
export async function seal(text: string, owner: string): Promise<string> {
  const iv = randomBytes(ivBytes);
  const encrypting = createCipheriv(cipher, await keyOf(owner), iv);
  const encrypted = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()]);
  return Buffer.concat([iv, encrypting.getAuthTag(), encrypted]).toString('base64url');
}

export interface Unsealed {
  readonly text: string;
  /** Differs for each sealed text. */
  readonly id: string;
}

/** Decrypts a text; undefined unless we sealed it for this owner. */
export async function unseal(sealed: string, owner: string): Promise<Unsealed | undefined> {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  try {
    const decrypting = createDecipheriv(cipher, await keyOf(owner), iv, { authTagLength: tagBytes });
    decrypting.setAuthTag(tag);
    const text = decrypting.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8');
    return { text: text + decrypting.final('utf8'), id: iv.toString('hex') };
  } catch {
    return undefined;
  }
}
