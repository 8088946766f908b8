/**
 * API Gateway's own refusals have no Retry-After, and the page waits by itself (web/api-client/call.ts):
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
import { expect, it } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';

const noon = Date.now();
/** The throttle of the stage refills nothing while its clock stands still. */
const cloud = withCloud({ quotas: { concurrentExecutions: 1 }, now: () => noon });

it('more calls than the account or the stage allows are refused, and no other reply asks to wait', async () => {
  const readTabs = () => fetch(`${cloud().url}/api/tabs`);
  await eventually(async () => expect((await readTabs()).status).toBe(401)); // the function has started
  const replies = await Promise.all(Array.from({ length: 500 }, readTabs));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429, 503]));
  expect(new Set(replies.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set([null]));
});
