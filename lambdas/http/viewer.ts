import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Groups of four hexadecimal digits, including those that `::` leaves out. */
function groupsOf(address: string): readonly string[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const left = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...left, ...tail];
}

/** What counts as one source: an IPv4 address, or a /64 network, which is the least that an IPv6 customer has. */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  if (!address.includes(':')) return address;
  const network = groupsOf(address).slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export interface Viewer {
  /** The host that the browser asked for. */
  readonly host: string;
  /** The network that the request came from. */
  readonly address: string;
}

/** CloudFront sets these headers; they can be trusted once `requireOriginSecret` has passed. */
export const viewerOf = ({ headers }: APIGatewayProxyEventV2): Viewer => ({
  host: headers['x-viewer-host'] ?? '',
  address: networkOf(headers['x-viewer-address'] ?? ''),
});
