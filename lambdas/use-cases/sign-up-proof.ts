import { randomBytes } from 'node:crypto';
import { sign, verify } from '../aws/signatures.ts';

/** A cookie's value that shows which sign-up a browser made for one address. It reveals nothing else. */
interface Proof {
  readonly id: string;
  readonly proof: string;
}

/** A new sign-up's id, and the proof for its browser. */
export async function createSignUpProof(username: string): Promise<Proof> {
  const id = randomBytes(16).toString('base64url');
  return { id, proof: `${id}.${await sign('sign-up', `${id} ${username}`)}` };
}

/** The id of the sign-up that a proof was issued for; undefined unless we issued it for this address. */
export async function verifySignUpProof(
  proof: string | undefined,
  username: string,
): Promise<string | undefined> {
  const [id = '', signature = ''] = proof?.split('.') ?? [];
  return (await verify('sign-up', `${id} ${username}`, signature)) ? id : undefined;
}
