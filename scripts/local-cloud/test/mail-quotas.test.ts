/**
 * Cognito and SES limit how often they are called and how much they mail; a new account is in the sandbox of
 * SES:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html
 * https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html
 * https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
 */
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultQuotas } from '../quotas.ts';
import { type Fixture, type Resources, resourcesOf, userPoolOf, withFixture } from './fixture.ts';

const day = 86_400_000;
let time = Date.parse('2026-01-10T12:00:00Z');
let count = 0;

beforeEach(() => {
  time += day;
});

const now = () => time;

async function signUp(fixture: Fixture, email: string) {
  const { cognito, hashOf } = await userPoolOf(fixture);
  const input = { ClientId: fixture.names.client, Username: email, SecretHash: hashOf(email) };
  return cognito.send(new SignUpCommand({ ...input, Password: 'Correct-Horse-9!' }));
}

const stranger = () => `applicant${++count}@example.com`;

const send = ({ asWorker }: Fixture, to: string) =>
  new SESv2Client(asWorker).send(
    new SendEmailCommand({
      FromEmailAddress: 'Desk <desk@example.edu>',
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: { Data: 'Receipt' }, Body: { Text: { Data: 'Received' } } } },
    }),
  );

const tooMany = { name: 'TooManyRequestsException' };

describe('Cognito', () => {
  const cognitoRates = { ...defaultQuotas.cognitoRates, UserCreation: 2 };
  const fixture = withFixture({ now, quotas: { cognitoRates, cognitoMailsPerDay: 3 } });

  it('throttles the calls of a category together, and leaves the other categories alone', async () => {
    await signUp(fixture(), stranger());
    await signUp(fixture(), stranger());
    await expect(signUp(fixture(), stranger())).rejects.toMatchObject(tooMany);
    const { settings, names } = fixture();
    const read = new AdminGetUserCommand({ UserPoolId: names.pool, Username: 'nobody@example.com' });
    await expect(new CognitoIdentityProviderClient(settings).send(read)).rejects.toMatchObject({
      name: 'UserNotFoundException',
    });
    time += 500;
    await signUp(fixture(), stranger());
  });

  it('mails no more codes a day than the limit, and again after nine in the morning', async () => {
    for (let mails = 0; mails < 3; mails++) {
      time += 1000;
      await signUp(fixture(), stranger());
    }
    time += 1000;
    const email = stranger();
    await expect(signUp(fixture(), email)).rejects.toMatchObject({ name: 'LimitExceededException' });
    expect(fixture().cloud.mail(email)).toEqual([]);
    time += day * (20.9 / 24); // 12:00 until a few minutes before nine
    await expect(signUp(fixture(), stranger())).rejects.toMatchObject({ name: 'LimitExceededException' });
    time += day * (0.2 / 24);
    await signUp(fixture(), stranger());
  });
});

describe('SES in the sandbox', () => {
  const ses = {
    sandbox: true,
    identities: ['example.edu', 'tester@example.com'],
    mailsPerDay: 3,
    mailsPerSecond: 1,
  };
  const change = (resources: Resources) => {
    for (const { Properties } of resourcesOf(resources, 'AWS::Cognito::UserPool'))
      Properties.EmailConfiguration = { EmailSendingAccount: 'DEVELOPER', From: 'Desk <desk@example.edu>' };
  };
  const fixture = withFixture({ change, now, quotas: { ses } });

  it('mails only verified addresses and domains', async () => {
    await send(fixture(), 'tester@example.com');
    time += 1000;
    await send(fixture(), 'anybody@example.edu');
    await expect(send(fixture(), 'applicant@example.com')).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringContaining('applicant@example.com'),
    });
  });

  it('makes Cognito report that it cannot deliver a code', async () => {
    await expect(signUp(fixture(), stranger())).rejects.toMatchObject({
      name: 'CodeDeliveryFailureException',
    });
  });

  it('throttles mails over the rate of a second and the quota of 24 hours', async () => {
    await send(fixture(), 'tester@example.com');
    await expect(send(fixture(), 'tester@example.com')).rejects.toMatchObject({
      ...tooMany,
      message: 'Maximum sending rate exceeded.',
    });
    for (let mails = 0; mails < 2; mails++) {
      time += 1000;
      await send(fixture(), 'tester@example.com');
    }
    time += 1000;
    await expect(send(fixture(), 'tester@example.com')).rejects.toMatchObject({
      ...tooMany,
      message: 'Daily message quota exceeded.',
    });
    time += day;
    await send(fixture(), 'tester@example.com');
  });
});

// https://docs.aws.amazon.com/ses/latest/dg/sending-authorization-policies.html and "is not authorized to
// perform `ses:SendEmail' on resource `...identity/test@gmail.com'", for a role that may use the identity of
// the sender alone.
describe('SES with a role that may use some identities only', () => {
  const allowing =
    (...names: readonly string[]) =>
    (resources: Resources) => {
      for (const { Properties } of resourcesOf(resources, 'AWS::IAM::Policy'))
        for (const statement of (Properties.PolicyDocument as { Statement: Record<string, unknown>[] })
          .Statement)
          if (statement.Sid === 'Mail')
            statement.Resource = names.map((name) => `arn:aws:ses:us-east-1:000000000000:identity/${name}`);
    };
  const sandbox = { ...defaultQuotas.ses, sandbox: true, identities: ['example.edu', 'tester@example.com'] };
  const forSender = withFixture({ change: allowing('example.edu'), quotas: { ses: sandbox } });
  const forBoth = withFixture({
    change: allowing('example.edu', 'tester@example.com'),
    quotas: { ses: sandbox },
  });
  const identities = ['example.edu', 'desk@example.edu'];
  const forDomain = withFixture({
    change: allowing('example.edu'),
    quotas: { ses: { ...defaultQuotas.ses, identities } },
  });

  it('asks for the identity of the recipient too, in the sandbox', async () => {
    const denied = {
      name: 'AccessDeniedException',
      message: expect.stringContaining('identity/tester@example.com'),
    };
    await expect(send(forSender(), 'tester@example.com')).rejects.toMatchObject(denied);
    await send(forBoth(), 'tester@example.com');
  });

  it('asks for the address of the sender and not for its domain, where both are identities', async () => {
    await expect(send(forDomain(), 'applicant@example.com')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('identity/desk@example.edu'),
    });
  });
});

describe('SES without a verified sender', () => {
  const fixture = withFixture({ quotas: { ses: { ...defaultQuotas.ses, identities: [] } } });

  it('mails nothing', async () => {
    await expect(send(fixture(), 'tester@example.com')).rejects.toMatchObject({ name: 'MessageRejected' });
  });
});
