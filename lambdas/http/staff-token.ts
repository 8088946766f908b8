import { JOSEError } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod/mini';
import { id } from '../../shared/api/fields.ts';
import { tokenSeconds } from '../../shared/rules/limits.ts';
import { serviceKeys } from '../aws/secrets.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { applicantId } from '../runtime/ids.ts';
import { admitToken } from '../table/staff-tokens.ts';
import type { Event, Staff } from './request.ts';
import { requireOriginSecret } from './viewer.ts';

/** Not 'unauthenticated', which would send the browser to the applicants' log-in page. */
const notValid = () =>
  new ApiError(
    'forbidden',
    'This link is not valid or has expired. Ask the person who sent it for a new one.',
  );

/** The file question that a call names. What is no name is recorded nowhere. */
function fileIn({ pathParameters = {} }: Event): readonly string[] {
  const { success, data } = id('answer_key').safeParse(pathParameters.answer_key);
  return success ? [data] : [];
}

/**
 * The applicant whose application a token opens. The audit log records each use of a token that we signed,
 * also rejected uses.
 */
export async function staffOf(event: Event): Promise<Staff> {
  await requireOriginSecret(event);
  const claims = await readToken(event.queryStringParameters?.service_token ?? '');
  if (claims === undefined) throw notValid();
  const { sub, jti } = claims;
  const audience = await admitToken({ jti, sub, route: event.routeKey, names: fileIn(event) });
  if (audience === undefined) throw notValid();
  return { sub, audience };
}

/** Claims of a token: the applicant, the expiry, and the id by which it can be revoked. */
const claimsSchema = z.object({
  aud: z.literal('service'),
  scope: z.literal('read'),
  sub: applicantId,
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});
export type Claims = z.output<typeof claimsSchema>;

/** The only accepted header: a token cannot choose its algorithm or its key. */
const header = { alg: 'HS256', typ: 'JWT' } as const;
const encodedHeader = Buffer.from(JSON.stringify(header)).toString('base64url');
const maxTokenLength = 1_000;

const bytesOf = (key: string) => new TextEncoder().encode(key);

/** A JSON Web Token, signed with the current key. */
export async function signToken(claims: Pick<Claims, 'sub' | 'jti' | 'iat' | 'exp'>): Promise<string> {
  const [key] = await serviceKeys();
  const payload = { aud: 'service', scope: 'read', ...claims } satisfies Claims;
  return new SignJWT(payload).setProtectedHeader(header).sign(bytesOf(key));
}

/**
 * Verifies a token; undefined if it has expired or this key did not sign it. jose checks the signature and
 * `exp`.
 */
async function verify(token: string, key: string): Promise<Claims | undefined> {
  try {
    const options = { algorithms: [header.alg], currentDate: new Date(now()) };
    return claimsSchema.safeParse((await jwtVerify(token, bytesOf(key), options)).payload).data;
  } catch (error) {
    if (error instanceof JOSEError) return undefined;
    throw error;
  }
}

/**
 * True if a text is base64url exactly as an encoder writes it. Decoders ignore invalid characters and spare
 * bits.
 */
const isEncoded = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;

/** Returns the claims of an unexpired token that we signed; undefined for every other text. */
async function readToken(token: string): Promise<Claims | undefined> {
  if (token.length > maxTokenLength || !token.startsWith(`${encodedHeader}.`)) return undefined;
  if (!token.split('.').every(isEncoded)) return undefined;
  const verified = await Promise.all((await serviceKeys()).map((key) => verify(token, key)));
  return verified.find((claims) => claims !== undefined && claims.exp - claims.iat <= tokenSeconds.max);
}
