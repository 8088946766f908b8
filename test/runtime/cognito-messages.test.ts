import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { handler } from '../../lambdas/handlers/cognito-messages.ts';

/** The mail that Cognito sends to a user of this address who forgot the password. */
async function resetMail(username: string): Promise<string> {
  vi.stubEnv('PARTNER', 'northern-lakes');
  const event: Pick<CustomMessageTriggerEvent, 'triggerSource' | 'response'> & { readonly request: object } =
    {
      triggerSource: 'CustomMessage_ForgotPassword',
      request: {
        codeParameter: '{####}',
        clientMetadata: { host: 'apply.example.edu', username, ticket: 'time.signature' },
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    };
  const { response } = await handler(event as CustomMessageTriggerEvent);
  vi.unstubAllEnvs();
  return response.emailMessage ?? '';
}

it('the link to a new password names the address so that it reads as one', async () => {
  expect(await resetMail('ada+try@example.org')).toContain(
    '/reset?username=ada%2Btry%40example.org&id={####}.time.signature',
  );
});

it('an address adds neither markup nor a parameter to the mail', async () => {
  const mail = await resetMail('a"><img src=x>&id=1@example.org');
  expect(mail).not.toMatch(/<img|&id=1/);
  expect(mail.match(/<[a-z]/g)).toEqual(['<p', '<p']);
});
