import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { handler } from '../../lambdas/handlers/cognito-messages.ts';

type Source = CustomMessageTriggerEvent['triggerSource'];

/** The mail that Cognito sends to a user of this address. */
async function mailTo(username: string, triggerSource: Source = 'CustomMessage_SignUp') {
  vi.stubEnv('PARTNER', 'northern-lakes');
  const event: Pick<CustomMessageTriggerEvent, 'triggerSource' | 'response'> & { readonly request: object } =
    {
      triggerSource,
      request: {
        codeParameter: '{####}',
        clientMetadata: { host: 'apply.example.edu', username },
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    };
  const { response } = await handler(event as CustomMessageTriggerEvent);
  vi.unstubAllEnvs();
  return response.emailMessage ?? '';
}

it.each<Source>(['CustomMessage_SignUp', 'CustomMessage_ResendCode'])(
  'the link in the mail of %s opens the page for the code with the address and without the code',
  async (source) => {
    const mail = await mailTo('ada+try@example.org', source);
    expect(mail).toContain('/confirm?username=ada%2Btry%40example.org</p>');
    expect(mail.match(/{####}/g)).toHaveLength(1);
  },
);

it('an address adds neither markup nor a parameter to the mail', async () => {
  const mail = await mailTo('a"><img src=x>&id=1@example.org');
  expect(mail).not.toMatch(/<img|&id=1/);
  expect(mail.match(/<[a-z]/g)).toEqual(['<p', '<p', '<p']);
});
