import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';
import type { ApplicantId } from '../runtime/ids.ts';

// Between the two calls of a set-up, the browser stores the user pool's access token, encrypted. No table
// stores it, and only these functions can decrypt it. It is valid for one applicant and expires with the
// token, after 15 minutes.

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

/** Returns the access token; undefined unless it was encrypted for this applicant. */
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
