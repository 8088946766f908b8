import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../files.ts';
import type { PoolClient } from './read-pools.ts';
import type { User } from './users.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs tokens as a user pool does. The key stays the same across restarts. */
export class Tokens {
  readonly #key: KeyObject;
  readonly jwks: { readonly keys: readonly (Record<string, unknown> & { readonly kid: string })[] };

  constructor(folder: string) {
    const file = join(folder, 'signing-key.pem');
    if (!existsSync(file)) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      writeAtomically(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    }
    this.#key = createPrivateKey(readFileSync(file));
    const jwk = createPublicKey(this.#key).export({ format: 'jwk' });
    const kid = createHash('sha256').update(String(jwk.n)).digest('base64url');
    this.jwks = { keys: [{ ...jwk, alg: 'RS256', use: 'sig', kid }] };
  }

  #sign(claims: object) {
    const text = `${encode({ kid: this.jwks.keys[0]?.kid, alg: 'RS256' })}.${encode(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), this.#key).toString('base64url')}`;
  }

  /**
   * The tokens of a session:
   * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-with-identity-providers.html
   */
  issue({ id, pool, seconds, reads }: PoolClient, user: User, session: string, authTime: number) {
    const now = Math.floor(Date.now() / 1000);
    const common = {
      sub: user.sub,
      iss: `https://cognito-idp.us-east-1.amazonaws.com/${pool.id}`,
      origin_jti: session,
      event_id: crypto.randomUUID(),
      auth_time: authTime,
      iat: now,
    };
    const access = {
      ...common,
      client_id: id,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: user.sub,
      jti: crypto.randomUUID(),
      exp: now + seconds.AccessToken,
    };
    const identity = {
      ...common,
      aud: id,
      token_use: 'id',
      'cognito:username': user.sub,
      email: user.email,
      ...Object.fromEntries(Object.entries(user.custom ?? {}).filter(([name]) => reads.includes(name))),
      email_verified: user.isVerified,
      jti: crypto.randomUUID(),
      exp: now + seconds.IdToken,
    };
    return {
      AccessToken: this.#sign(access),
      IdToken: this.#sign(identity),
      ExpiresIn: seconds.AccessToken,
      TokenType: 'Bearer',
    };
  }
}
