import { refuseWithoutOriginSecret } from '../origin-secret.ts';
import type { Middleware } from '../request.ts';

/**
 * Refuses who calls the API's own address before anything else is read. Whether the secret is the right one
 * is checked while the session is looked up, in `authenticate`.
 */
export const onlyFromEdge: Middleware = {
  before({ event }) {
    refuseWithoutOriginSecret(event);
  },
};
