import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { environment } from '../runtime/environment.ts';

const ses = new SESv2Client({});

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Milliseconds for which the caller waits for the mail service. */
  readonly patience?: number;
}

/** Sends plain words to one address. */
export async function sendMail({ to, subject, text, patience = 4_000 }: Mail): Promise<void> {
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
