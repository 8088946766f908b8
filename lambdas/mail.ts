import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { environment } from './environment.ts';

const ses = new SESv2Client({});

/** Milliseconds for which a caller waits for the mail service. */
const patience = 4_000;

/** Sends plain words to one address. */
export async function sendMail(to: string, subject: string, text: string): Promise<void> {
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: environment('MAIL_FROM'),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' } },
        },
      },
    }),
    { abortSignal: AbortSignal.timeout(patience) },
  );
}
