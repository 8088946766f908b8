import { id } from '../../shared/api/fields.ts';
import { ApiError } from '../runtime/errors.ts';
import { admitToken } from '../table/staff-tokens.ts';
import { requireOriginSecret } from './origin-secret.ts';
import type { Event, Staff } from './request.ts';
import { readToken } from './signed-token.ts';

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
