import { isSame } from '../runtime/is-same.ts';
import { pseudonym } from './secrets.ts';

/** 128 bits in hexadecimal: some mail programs end a link before a dash or an underscore. */
const signatureLength = 32;

type Purpose = 'browser' | 'reminders-off' | 'reset' | 'sign-up';

/** Signs a text for one purpose. */
export async function sign(purpose: Purpose, text: string): Promise<string> {
  const signature = Buffer.from(await pseudonym(`sign ${purpose} ${text}`), 'base64url');
  return signature.toString('hex').slice(0, signatureLength);
}

/** True if we signed the text for this purpose. */
export const verify = async (purpose: Purpose, text: string, given: string): Promise<boolean> =>
  isSame(given, await sign(purpose, text));
