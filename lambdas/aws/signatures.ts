import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isSame } from '../runtime/is-same.ts';
import { pseudonym } from './secrets.ts';

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
