import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { type WebStatus, webStatuses } from '../../shared/rules/web-status.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { alreadySubmitted, change, putItem } from '../table/change.ts';
import { expression } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { put, readItem, update } from '../table/table.ts';

/** Groups may have ids that the form does not know, so their number is limited. */
const maxGroups = 50;

function added(counts: Readonly<Record<string, number>>, id: string, count: number) {
  const next = { ...counts, [id]: count };
  if (Object.keys(next).length > maxGroups)
    throw new ApiError('invalid', `At most ${maxGroups} different ids can be kept.`);
  return next;
}

/** Stores how many repeated blocks a button has added. */
export const saveBlockCount = (sub: ApplicantId, id: string, count: number): Promise<void> =>
  change(sub, ({ counts }) => ({
    event: 'add-another',
    keys: [id],
    writes: [putItem(sub, parts.counts, { c: added(counts, id, count) })],
    result: undefined,
  }));

export const saveTab = (sub: ApplicantId, group: string, tab: string): Promise<void> =>
  change(sub, ({ tabs }) => ({
    event: 'tab',
    keys: [group],
    writes: [putItem(sub, parts.tabs, { t: { ...tabs, [group]: tab } })],
    result: undefined,
  }));

/** Stores the page on which the applicant's next visit starts. */
export async function saveLastPage(sub: ApplicantId, last_page: string): Promise<void> {
  await put({ pk: keys.application(sub), sk: parts.visit, last_page });
}

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

/** Staff see from these reports where applicants get stuck. */
const kept = 20;

/** Reports of one applicant in an hour: one for each page change in several tabs is far less. */
const maxInHour = 600;
const hourSeconds = 3600;

type Reports = Readonly<Record<string, readonly string[]>>;

/** Stores the last 20 reports of an applicant, until the application is submitted. */
export async function storeValidationReport(sub: ApplicantId, validations: Reports): Promise<void> {
  const [count] = await Promise.all([countReport(sub), requireDraft(sub)]);
  const place = String(count % kept).padStart(2, '0');
  const pk = keys.validationReports(sub);
  await put({ pk, sk: `VALIDATIONS#${place}`, at: new Date(now()).toISOString(), validations });
}

async function requireDraft(sub: ApplicantId): Promise<void> {
  const key = { pk: keys.application(sub), sk: parts.meta };
  const { submitted_at, erased_at } = (await readItem(key, items.meta)) ?? {};
  if (erased_at !== undefined) throw new ApiError('unauthenticated', invalidSessionMessage);
  if (submitted_at !== undefined) throw new ApiError('submitted', alreadySubmitted);
}

/**
 * Counts a report, in all and in this hour, and returns the number in all: it chooses the item that is
 * replaced.
 */
async function countReport(sub: ApplicantId): Promise<number> {
  const thisHour = Math.floor(seconds(now()) / hourSeconds);
  const key = { pk: keys.validationReports(sub), sk: 'VALIDATIONS' };
  const counted =
    (await update(key, expression`ADD count ${1}, in_hour ${1}`, {
      if: expression`in_hour < ${maxInHour} AND at_hour = ${thisHour}`,
    })) ??
    (await update(key, expression`SET at_hour = ${thisHour}, in_hour = ${1} ADD count ${1}`, {
      if: expression`attribute_not_exists(at_hour) OR at_hour <> ${thisHour}`,
    }));
  if (counted !== undefined) return Number(counted.count);
  throw new ApiError('tooMany', 'Too many attempts. Please wait and try again.', {
    retryAfter: (thisHour + 1) * hourSeconds - seconds(now()),
  });
}
