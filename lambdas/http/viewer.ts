import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Groups of four hexadecimal digits, including those that `::` omits. */
function groupsOf(address: string): readonly string[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const left = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...left, ...tail];
}

/**
 * Returns the source of a request: an IPv4 address or a /64 network, the smallest network of an IPv6
 * customer.
 */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  if (!address.includes(':')) return address;
  const network = groupsOf(address).slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * The neighborhood of a source: the /24 network of an IPv4 address, or the /64 network of an IPv6 address.
 */
export const neighborhoodOf = (source: string): string =>
  source.includes('.') ? `${source.slice(0, source.lastIndexOf('.'))}.0/24` : source;

export interface Viewer {
  /** The host that the browser requested. */
  readonly host: string;
  /** The site's own host. Links in mails use it, regardless of the requested host. */
  readonly site: string;
  /** The source of the request. */
  readonly address: string;
  /** The source's neighborhood. A guesser can easily switch between its addresses. */
  readonly network: string;
  /** The browser's User-Agent header. */
  readonly userAgent: string;
}

/** CloudFront sets these headers; they can be trusted once `requireOriginSecret` has passed. */
export function viewerOf({ headers }: APIGatewayProxyEventV2): Viewer {
  const address = networkOf(headers['x-viewer-address'] ?? '');
  return {
    host: headers['x-viewer-host'] ?? '',
    site: headers['x-site-host'] ?? '',
    address,
    network: neighborhoodOf(address),
    userAgent: headers['user-agent'] ?? '',
  };
}
