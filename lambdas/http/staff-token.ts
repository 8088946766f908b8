import { readToken } from '../application/service-token.ts';
import { ApiError } from '../runtime/errors.ts';
import { admitToken } from '../store/service-tokens.ts';
import { requireOriginSecret } from './origin-secret.ts';
import type { Event, Staff } from './request.ts';

/** Not 'unauthenticated', which would send the browser to the applicants' log-in page. */
const notValid = () => new ApiError('forbidden', 'This link is not valid or has expired.');

/**
 * The applicant whose application a token opens. The journal records each use of a token that we signed, also rejected
 * uses.
 */
export async function staffOf(event: Event): Promise<Staff> {
  await requireOriginSecret(event);
  const claims = await readToken(event.queryStringParameters?.service_token ?? '');
  if (claims === undefined) throw notValid();
  const { sub, jti } = claims;
  if (!(await admitToken({ jti, sub, route: event.routeKey }))) throw notValid();
  return { sub };
}
