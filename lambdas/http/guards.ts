import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { originSecret } from '../aws/secrets.ts';
import { ApiError } from '../runtime/errors.ts';
import { originOf } from '../runtime/site-url.ts';
import { networkOf } from './network.ts';

const same = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Refuses whoever did not come through CloudFront: only it knows the secret (decision H-06). */
export async function cameThroughTheEdge({ headers }: APIGatewayProxyEventV2): Promise<void> {
  if (!same(headers['x-origin-secret'] ?? '', await originSecret()))
    throw new ApiError('forbidden', 'Please use the address of the application.');
}

/** The host that the viewer used and the source it came from; trustworthy after `cameThroughTheEdge`. */
export const viewerOf = ({ headers }: APIGatewayProxyEventV2) => ({
  host: headers['x-viewer-host'] ?? '',
  address: networkOf(headers['x-viewer-address'] ?? ''),
});

const foreign = 'This request did not come from the application.';

/** Decision H-01: a browser says where a request comes from; one that says nothing is no browser. */
export function isOurOwn(event: APIGatewayProxyEventV2): void {
  const { 'sec-fetch-site': site, origin } = event.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ApiError('forbidden', foreign);
  if (origin !== undefined && origin !== originOf(viewerOf(event).host))
    throw new ApiError('forbidden', foreign);
}
