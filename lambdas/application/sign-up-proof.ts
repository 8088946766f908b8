import { randomBytes, timingSafeEqual } from 'node:crypto';
import { pseudonym } from '../aws/secrets.ts';

/** Proves that a browser made one sign-up for one address; nobody can tell from it which. */
interface Proof {
  readonly id: string;
  readonly proof: string;
}

const signed = (id: string, username: string) => pseudonym(`sign-up ${id} ${username}`);

/** The name of a new sign-up, and what its browser proves it by. */
export async function createSignUpProof(username: string): Promise<Proof> {
  const id = randomBytes(16).toString('base64url');
  return { id, proof: `${id}.${await signed(id, username)}` };
}

/** The sign-up that a proof names; undefined when we did not give it out for this address. */
export async function verifySignUpProof(
  proof: string | undefined,
  username: string,
): Promise<string | undefined> {
  const [id = '', signature = ''] = proof?.split('.') ?? [];
  const [given, right] = [Buffer.from(signature), Buffer.from(await signed(id, username))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}
