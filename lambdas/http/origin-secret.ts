import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isOriginSecret } from '../aws/origin-secret.ts';
import { ApiError } from '../runtime/errors.ts';

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Rejects a request that did not come through CloudFront, which alone knows the secret. */
export async function requireOriginSecret({ headers }: APIGatewayProxyEventV2): Promise<void> {
  const sent = headers['x-origin-secret'];
  if (sent === undefined || !(await isOriginSecret((value) => isSame(sent, value))))
    throw new ApiError('forbidden', 'Please use the address of the application.');
}
