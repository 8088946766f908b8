import { type Partner, partnerOf } from '../shared/partners/index.ts';
import { environment } from './environment.ts';

/** The university this deployment works for. */
export const partner = (): Partner => partnerOf(environment('PARTNER'));

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);

/** An address of the site as the viewer reached it; only a machine talking to itself has no TLS. */
export const addressOn = (host: string, path: string): string =>
  `${isLocal(host) ? 'http' : 'https'}://${host}${path}`;
