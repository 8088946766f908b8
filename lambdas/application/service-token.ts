import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { tokenSeconds } from '../../shared/rules/limits.ts';
import { serviceKeys } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';

/** What a token says: who is read, until when, and the id by which it is revoked (decision D-85). */
const claimsSchema = z.object({
  aud: z.literal('service'),
  scope: z.literal('read'),
  sub: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});
export type Claims = z.output<typeof claimsSchema>;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The only header there is: a token that names another algorithm, or a key of its own, is none of ours. */
const header = encoded({ alg: 'HS256', typ: 'JWT' });
const longest = 1_000;

const signature = (key: string, text: string) => createHmac('sha256', key).update(text).digest();

const isSignedWith = (key: string, text: string, signed: Buffer) => {
  const right = signature(key, text);
  return right.length === signed.length && timingSafeEqual(right, signed);
};

/** A JSON Web Token, signed with the current key. */
export async function signToken(claims: Pick<Claims, 'sub' | 'jti' | 'iat' | 'exp'>): Promise<string> {
  const [key] = await serviceKeys();
  const text = `${header}.${encoded({ aud: 'service', scope: 'read', ...claims } satisfies Claims)}`;
  return `${text}.${signature(key, text).toString('base64url')}`;
}

function claimsIn(payload: string): Claims | undefined {
  const { data } = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  if (data === undefined || data.exp - data.iat > tokenSeconds.most) return undefined;
  return seconds(now()) < data.exp ? data : undefined;
}

/** What a token of ours says, as long as it lasts; undefined for every other text. */
export async function readToken(token: string): Promise<Claims | undefined> {
  const [first, payload = '', last = '', ...rest] = token.length > longest ? [] : token.split('.');
  if (first !== header || rest.length > 0) return undefined;
  const signed = Buffer.from(last, 'base64url');
  const isOurs = (await serviceKeys()).some((key) => isSignedWith(key, `${first}.${payload}`, signed));
  return isOurs ? claimsIn(payload) : undefined;
}
