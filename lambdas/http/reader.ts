import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readToken } from '../application/service-token.ts';
import { pseudonym } from '../aws/secrets.ts';
import { ApiError } from '../runtime/errors.ts';
import { isGood, journalUse } from '../store/service-tokens.ts';
import { cameThroughTheEdge, viewerOf } from './guards.ts';

/** Staff who hold a token: they read one application and change nothing in it. */
export interface Reader {
  readonly sub: string;
}

/** Decision D-87: not 401, which would start the applicant's way back to the log-in page. */
const notValid = () => new ApiError('forbidden', 'This link is not valid or has expired.');

/** Whose application a token opens. Every use of a token that we signed stands in the journal, a refused one too. */
export async function readerOf(event: APIGatewayProxyEventV2): Promise<Reader> {
  await cameThroughTheEdge(event);
  const claims = await readToken(event.queryStringParameters?.service_token ?? '');
  if (claims === undefined) throw notValid();
  const { sub, jti } = claims;
  const [good, from] = await Promise.all([isGood(claims), pseudonym(viewerOf(event).address)]);
  await journalUse(sub, good ? 'service-read' : 'service-refused', {
    jti,
    from,
    route: event.routeKey,
    request: event.requestContext.requestId,
  });
  if (!good) throw notValid();
  return { sub };
}
