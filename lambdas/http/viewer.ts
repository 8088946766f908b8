import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isOriginSecret } from '../aws/origin-secret.ts';
import { isSame } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';

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

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);

/** The site's origin as the browser sees it. CloudFront serves only TLS; a local run has none. */
export const siteOrigin = (host: string): string => `${isLocal(host) ? 'http' : 'https'}://${host}`;

/** The URL of a path of the site. */
export const siteUrl = (host: string, path: string): string => siteOrigin(host) + path;

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

// A browser in words, from what it says about itself. Anybody can make it say something else, so it is for
// the applicant only, and nothing but these words is stored.

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** In this order: most browsers also name those that they are like. */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const devices: Names = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Real ones are shorter. */
const longest = 512;

/** 'Firefox on Windows', from the User-Agent header. */
export function browserName(userAgent: string): string {
  const text = userAgent.slice(0, longest);
  const nameIn = (names: Names) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, device] = [nameIn(browsers), nameIn(devices)];
  if (browser === undefined && device === undefined) return 'An unknown browser';
  return device === undefined ? `${browser}` : `${browser ?? 'A browser'} on ${device}`;
}
