import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { limits } from '../../shared/rules/limits.ts';
import type { WebStatus } from '../../shared/rules/web-status.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { setSession } from '../session/session.ts';

/** Posts the status of the application. Rejects after three attempts. */
export async function postStatus(web_status: WebStatus): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      await call(applicationRoutes.postWebStatus, { body: { web_status } });
      return setSession({ web_status });
    } catch (error) {
      if (attempt === limits.webStatusRetries || error instanceof UnauthorizedError) throw error;
    }
}
