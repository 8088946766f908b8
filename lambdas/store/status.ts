import { type WebStatus, webStatuses } from '../../shared/rules/web-status.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from './application.ts';
import { change, putItem } from './change.ts';
import { parts } from './keys.ts';

export const statusItem = (status: WebStatus) => ({
  web_status: status,
  at: new Date(now()).toISOString(),
});

const notReady: Readonly<Record<WebStatus, string>> = {
  started: 'The application cannot be started.',
  validating: 'Please start the application before you submit it.',
  submitted: 'The application is not submitted yet.',
};

/**
 * Records a status. Repeating one changes nothing, and none can be skipped. 'submitted' is accepted only as a
 * repetition, after the server recorded it.
 */
export async function saveStatus(sub: ApplicantId, status: WebStatus): Promise<void> {
  const { statuses } = await readApplication(sub);
  const reached = new Set(statuses.map(({ web_status }) => web_status));
  if (reached.has(status)) return;
  const previous = webStatuses[webStatuses.indexOf(status) - 1];
  if (status === 'submitted' || (previous !== undefined && !reached.has(previous)))
    throw new ApiError('notReady', notReady[status]);
  await change<undefined>(sub, (application) =>
    isReached(application, status)
      ? { unchanged: undefined }
      : {
          event: `status-${status}`,
          keys: [],
          writes: [putItem(sub, parts.status(status), statusItem(status))],
          result: undefined,
        },
  );
}

/** True if the status is already recorded, for example by another tab in the meantime. */
const isReached = ({ statuses }: ApplicationRecord, status: WebStatus): boolean =>
  statuses.some(({ web_status }) => web_status === status);
