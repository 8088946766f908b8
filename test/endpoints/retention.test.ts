import { createHmac } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
  ListUsersCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient, goodPassword, newAddress, newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { journalOf } from '../support/operator.ts';
import { setInItems, tableOf } from '../support/table.ts';

const cloud = withCloud();
afterEach(() => vi.restoreAllMocks());

const day = 86_400_000;
const night = () => cloud().runSchedules(new Date('2026-11-22T09:30:00Z'));
const cognito = () =>
  new CognitoIdentityProviderClient({
    endpoint: cloud().url,
    region: 'us-east-1',
    credentials: cloud().credentials,
  });
const output = (id: string) => cloud().outputs[`Matricula-dev/Data/Applicants/${id}/Resource`];
const UserPoolId = () => output('Pool');

const addresses = async () => {
  const { Users = [] } = await cognito().send(new ListUsersCommand({ UserPoolId: UserPoolId() }));
  return Users.map(({ Attributes = [] }) => Attributes.find(({ Name }) => Name === 'email')?.Value);
};

/** Signs up so many days ago, and never confirms. */
async function signedUp(daysAgo: number): Promise<string> {
  const Username = newAddress();
  const ClientId = output('Pool/Functions');
  const { UserPoolClient } = await cognito().send(
    new DescribeUserPoolClientCommand({ UserPoolId: UserPoolId(), ClientId }),
  );
  const SecretHash = createHmac('sha256', UserPoolClient?.ClientSecret ?? '')
    .update(`${Username}${ClientId}`)
    .digest('base64');
  const then = Date.now() - daysAgo * day;
  vi.spyOn(Date, 'now').mockReturnValue(then);
  await cognito().send(
    new SignUpCommand({
      ...{ ClientId, Username, SecretHash, Password: goodPassword },
      UserAttributes: [{ Name: 'email', Value: Username }],
      ClientMetadata: { host: 'apply.example.edu' },
    }),
  );
  vi.restoreAllMocks();
  return Username;
}

/** An application that was submitted so many days ago. */
async function submitted(daysAgo: number) {
  const username = newAddress();
  const client = await newApplicant(cloud(), username);
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  expect((await client.call('POST', '/api/submit')).status).toBe(200);
  const sub =
    /APP#([\w-]+)/.exec(JSON.stringify((await client.call('GET', '/api/own-data')).body))?.[1] ?? '';
  const { documents, TableName } = tableOf(cloud());
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `APP#${sub}`, sk: 'META' },
      UpdateExpression: 'SET submitted_at = :at',
      ExpressionAttributeValues: { ':at': new Date(Date.now() - daysAgo * day).toISOString() },
    }),
  );
  return { username, sub };
}

describe('each night', () => {
  it('submitted applications end after the years of the university, and no day earlier', async () => {
    const years = 5 * 365.25;
    const [old, recent] = [await submitted(years + 2), await submitted(years - 2)];
    await night();
    const logIn = ({ username }: { username: string }) =>
      new ApiClient(cloud()).call('POST', '/public/login', { username, password: goodPassword });
    expect((await logIn(old)).status).toBe(400);
    expect((await logIn(recent)).status).toBe(200);
    await setInItems(cloud(), old.sub, { attribute: 'settled', value: 1 });
    await cloud().runSchedules(new Date('2026-11-22T08:05:00Z'));
    const erased = (await journalOf(cloud(), old.username)).filter(({ event }) => event === 'erased');
    expect(erased).toEqual([expect.objectContaining({ names: ['years-over'] })]);
  });

  it('accounts end that nobody confirmed within 30 days, and no others', async () => {
    const [forgotten, fresh] = [await signedUp(31), await signedUp(29)];
    const confirmed = newAddress();
    await newApplicant(cloud(), confirmed);
    expect(await addresses()).toEqual(expect.arrayContaining([forgotten, fresh, confirmed]));
    await night();
    const left = await addresses();
    expect(left).not.toContain(forgotten);
    expect(left).toEqual(expect.arrayContaining([fresh, confirmed]));
  });
});
