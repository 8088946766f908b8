const isLocal = (host: string) => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);

/** The origin of the site as the viewer reached it: CloudFront serves TLS only, a machine talking to itself has none. */
export const siteOrigin = (host: string): string => `${isLocal(host) ? 'http' : 'https'}://${host}`;

/** An address of the site as the viewer reached it. */
export const siteUrl = (host: string, path: string): string => siteOrigin(host) + path;
