import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';
import type { ApplicantId } from '../runtime/ids.ts';

// Between the two calls of a set-up the browser keeps the user pool's access token, encrypted: no table has it, and nobody but
// these functions can read it. It belongs to one applicant and ends with the token, after a quarter of an hour.

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const key = async () => Buffer.from(await pseudonym('key of set-ups'), 'base64url');

export async function sealSetUp(accessToken: string, sub: ApplicantId): Promise<string> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, await key(), nonce).setAAD(Buffer.from(sub));
  const sealed = Buffer.concat([cipher.update(accessToken, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The access token; undefined unless it was sealed for this applicant. */
export async function openSetUp(setUp: string, sub: ApplicantId): Promise<string | undefined> {
  const bytes = Buffer.from(setUp, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, await key(), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(sub))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const sealed = bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
