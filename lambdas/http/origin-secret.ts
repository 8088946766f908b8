import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isOriginSecret } from '../aws/origin-secret.ts';
import { ApiError } from '../runtime/errors.ts';
import { isSame } from '../runtime/is-same.ts';

const notOurs = () => new ApiError('forbidden', 'Please use the address of the application.');

/** Rejects a request without the header that CloudFront adds, and reads nothing for that. */
export function refuseWithoutOriginSecret({ headers }: APIGatewayProxyEventV2): string {
  const sent = headers['x-origin-secret'];
  if (!sent) throw notOurs();
  return sent;
}

/** Rejects a request that did not come through CloudFront, which alone knows the secret. */
export async function requireOriginSecret(event: APIGatewayProxyEventV2): Promise<void> {
  const sent = refuseWithoutOriginSecret(event);
  if (!(await isOriginSecret((value) => isSame(sent, value)))) throw notOurs();
}
