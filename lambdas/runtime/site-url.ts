const isLocal = (host: string) => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);

/** The site's origin as the browser sees it. CloudFront serves only TLS; a local run has none. */
export const siteOrigin = (host: string): string => `${isLocal(host) ? 'http' : 'https'}://${host}`;

/** The URL of a path of the site. */
export const siteUrl = (host: string, path: string): string => siteOrigin(host) + path;
