import { randomBytes, timingSafeEqual } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';

/** A cookie's value that shows which sign-up a browser made for one address. It reveals nothing else. */
interface Proof {
  readonly id: string;
  readonly proof: string;
}

const signed = (id: string, username: string) => pseudonym(`sign-up ${id} ${username}`);

/** A new sign-up's id, and the proof for its browser. */
export async function createSignUpProof(username: string): Promise<Proof> {
  const id = randomBytes(16).toString('base64url');
  return { id, proof: `${id}.${await signed(id, username)}` };
}

/** The id of the sign-up that a proof was issued for; undefined unless we issued it for this address. */
export async function verifySignUpProof(
  proof: string | undefined,
  username: string,
): Promise<string | undefined> {
  const [id = '', signature = ''] = proof?.split('.') ?? [];
  const [given, right] = [Buffer.from(signature), Buffer.from(await signed(id, username))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}
