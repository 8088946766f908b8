import { ApiError } from '../../runtime/errors.ts';
import { siteOrigin } from '../../runtime/site-url.ts';
import type { Event, Middleware, MiddlewareRequest } from '../request.ts';
import { viewerOf } from '../viewer.ts';

/**
 * True if a browser follows a link, in a mail or on another site, to a call that serves a page. The other
 * site cannot read that page: not in a frame, as an image or script, nor with fetch.
 */
const isFollowedLink = ({ headers, requestContext }: Event, { operation }: MiddlewareRequest['context']) =>
  operation.contract.page !== undefined &&
  requestContext.http.method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

/** Rejects browser requests from other sites. A client that sends neither header is not a browser. */
export const checkOrigin: Middleware = {
  before({ event, context }) {
    if (context.operation.contract.isFromAnywhere) return;
    const { 'sec-fetch-site': site = 'none', origin } = event.headers;
    const isForeign = site !== 'same-origin' && site !== 'none' && !isFollowedLink(event, context);
    if (isForeign || (origin !== undefined && origin !== siteOrigin(viewerOf(event).host)))
      throw new ApiError('forbidden', 'This request did not come from the application.');
  },
};
