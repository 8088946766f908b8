import { ApiError } from '../../runtime/errors.ts';
import { siteOrigin } from '../../runtime/site-url.ts';
import type { Middleware } from '../request.ts';
import { viewerOf } from '../viewer.ts';

/** Rejects requests that a browser sends from another site. A client that sends neither header is not a browser. */
export const checkOrigin: Middleware = {
  before({ event }) {
    const { 'sec-fetch-site': site = 'none', origin } = event.headers;
    const isForeign = site !== 'same-origin' && site !== 'none';
    if (isForeign || (origin !== undefined && origin !== siteOrigin(viewerOf(event).host)))
      throw new ApiError('forbidden', 'This request did not come from the application.');
  },
};
