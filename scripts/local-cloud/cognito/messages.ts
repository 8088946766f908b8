import { ServiceError } from '../http.ts';
import type { Functions } from '../lambda/service.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { PoolClient } from './read-pools.ts';
import type { User } from './users.ts';

export type Trigger = 'CustomMessage_SignUp' | 'CustomMessage_ResendCode' | 'CustomMessage_ForgotPassword';

export interface Message {
  readonly trigger: Trigger;
  readonly client: PoolClient;
  readonly user: User;
  readonly code: string;
  readonly clientMetadata: Readonly<Record<string, string>> | undefined;
}

interface TriggerAnswer {
  readonly response?: { readonly emailMessage?: string | null; readonly emailSubject?: string | null };
}

export interface MessageParts {
  readonly functions: Functions;
  readonly outbox: Outbox;
}

const codeParameter = '{####}';

/** Sends a code by mail, with the text of the pool's CustomMessage function if it has one. */
export async function sendMessage({ functions, outbox }: MessageParts, message: Message) {
  const { client, user, code } = message;
  const own =
    client.pool.customMessage === undefined
      ? undefined
      : await askFunction(functions, client.pool.customMessage, message);
  const subject = own?.emailSubject ?? 'Your verification code';
  const text = own?.emailMessage ?? `Your confirmation code is ${codeParameter}`;
  const isHtml = /<[a-z][^>]*>/i.test(text);
  const filled = text.replaceAll(codeParameter, code);
  outbox.send({
    to: user.email,
    subject,
    text: isHtml ? plainText(filled) : filled,
    ...(isHtml ? { html: filled } : {}),
  });
  return deliveryDetails(user.email);
}

async function askFunction(
  functions: Functions,
  arn: string,
  { trigger, client, user, clientMetadata }: Message,
) {
  const event = {
    version: '1',
    region: 'us-east-1',
    userPoolId: client.pool.id,
    userName: user.sub,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: client.id },
    triggerSource: trigger,
    request: {
      userAttributes: {
        sub: user.sub,
        email: user.email,
        email_verified: String(user.isVerified),
        'cognito:user_status': user.status,
      },
      codeParameter,
      linkParameter: '{##Click Here##}',
      usernameParameter: null,
      ...(clientMetadata === undefined ? {} : { clientMetadata }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
  try {
    const answer = await functions.invokeByService('cognito-idp.amazonaws.com', {
      source: client.pool.arn,
      arn,
      event,
    });
    const { response = {} } = answer as TriggerAnswer;
    if (typeof response.emailMessage === 'string' && !response.emailMessage.includes(codeParameter)) {
      throw new ServiceError(
        'InvalidLambdaResponseException',
        'The message must contain the code parameter.',
      );
    }
    return response;
  } catch (error) {
    if (error instanceof ServiceError && error.name === 'TooManyRequestsException')
      throw new ServiceError(
        'UnexpectedLambdaException',
        `CustomMessage invocation failed: ${error.message}`,
      );
    if (error instanceof ServiceError && error.name !== 'AccessDeniedException') throw error;
    const because = error instanceof Error ? error.message : String(error);
    throw new ServiceError('UserLambdaValidationException', `CustomMessage failed with error ${because}.`);
  }
}

const plainText = (html: string) =>
  html
    .replace(/<a\s[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gis, '$2 $1')
    .replace(/<(br|\/p|\/div|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();

/** Destination of a code, with all but a few letters of the address hidden. */
export const deliveryDetails = (email: string) => ({
  Destination: email.replace(/^(.).*@(.).*$/, '$1***@$2***'),
  DeliveryMedium: 'EMAIL',
  AttributeName: 'email',
});
