import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { environment } from '../runtime/environment.ts';

const ses = new SESv2Client({});

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest time to wait for SES, in milliseconds. */
  readonly timeout?: number;
}

/** Sends a plain-text mail to one address. */
export async function sendMail({ to, subject, text, headers = {}, timeout = 4_000 }: Mail): Promise<void> {
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: environment('MAIL_FROM'),
      ConfigurationSetName: environment('MAIL_CONFIGURATION_SET'),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' } },
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
        },
      },
    }),
    { abortSignal: AbortSignal.timeout(timeout) },
  );
}
