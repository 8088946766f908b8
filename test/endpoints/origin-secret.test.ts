import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { expect, it } from 'vitest';
import { ApiClient } from '../support/applicant.ts';
import { clientOf } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';

const cloud = withCloud();
const output = (path: RegExp) => Object.entries(cloud().outputs).find(([each]) => path.test(each))?.[1] ?? '';

const SecretId = () => output(/OriginSecret\/Resource$/);
const secrets = () => clientOf(cloud(), SecretsManagerClient);
const secretNow = async () =>
  (await secrets().send(new GetSecretValueCommand({ SecretId: SecretId() }))).SecretString ?? '';
const replaceBy = (SecretString: string) =>
  secrets().send(new PutSecretValueCommand({ SecretId: SecretId(), SecretString }));

/** Calls the function as API Gateway does, with the headers of a caller who knows its name. */
async function callDirectly(
  headers: Readonly<Record<string, string>>,
  path = /public\/Function\/Resource$/,
  routeKey = 'GET /lookup/find',
): Promise<number> {
  const event = {
    routeKey,
    rawPath: routeKey.split(' ')[1],
    cookies: headers.cookie === undefined ? [] : [headers.cookie],
    headers: { 'x-viewer-host': new URL(cloud().url).host, ...headers },
    queryStringParameters: { search_category: 'hs_ceeb', fragment: 'lincoln' },
    requestContext: { requestId: 'direct' },
  };
  const { Payload } = await clientOf(cloud(), LambdaClient).send(
    new InvokeCommand({ FunctionName: output(path), Payload: JSON.stringify(event) }),
  );
  return JSON.parse(new TextDecoder().decode(Payload)).statusCode;
}

it('a call that did not come through CloudFront is refused', async () => {
  expect(await callDirectly({})).toBe(403);
  for (const secret of ['', 'guessed']) expect(await callDirectly({ 'x-origin-secret': secret })).toBe(403);
  expect(await callDirectly({ 'x-origin-secret': await secretNow() })).not.toBe(403);
});

it("a call of the API's own address is refused before anything is read", async () => {
  const asked: string[] = [];
  const stopWatching = cloud().injectFault({
    effect: 'held',
    matches: ({ headers }) => {
      const target = headers['x-amz-target'];
      if (target !== undefined) asked.push(target);
      return false;
    },
  });
  const cookie = { cookie: '__Host-session=guessed' };
  expect(await callDirectly(cookie, /applicant\/Function\/Resource$/, 'GET /api/profile')).toBe(403);
  stopWatching();
  expect(asked).toEqual([]);
});

it('replacing the origin secret refuses no call: the new value and the previous one are accepted', async () => {
  const throughEdge = () => new ApiClient(cloud()).call('GET', '/public/tmp?token=none');
  const before = await secretNow();
  expect((await throughEdge()).status).not.toBe(403);
  const next = `${before.slice(0, -1)}_`;
  await replaceBy(next);
  // The edge still sends the previous value.
  expect((await throughEdge()).status).not.toBe(403);
  expect(await callDirectly({ 'x-origin-secret': before })).not.toBe(403);
  // A function under attack reads its secret again only every ten seconds.
  await eventually(async () => expect(await callDirectly({ 'x-origin-secret': next })).not.toBe(403));
  expect(await callDirectly({ 'x-origin-secret': `${next}_` })).toBe(403);
});
