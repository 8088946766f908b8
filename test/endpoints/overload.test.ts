/**
 * What API Gateway answers itself has no Retry-After:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 * CloudFront adds what a response headers policy names:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/modifying-response-headers.html
 */
import { expect, it } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';

const noon = Date.now();
/** The throttle of the stage refills nothing while its clock stands still. */
const cloud = withCloud({ quotas: { concurrentExecutions: 1 }, now: () => noon });

it('more calls than the account or the stage allows are told when to try again', async () => {
  const readTabs = () => fetch(`${cloud().url}/api/tabs`);
  await eventually(async () => expect((await readTabs()).status).toBe(401)); // the function has started
  const replies = await Promise.all(Array.from({ length: 500 }, readTabs));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429, 503]));
  const refused = replies.filter(({ status }) => status !== 401);
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']));
});
