import { describeError, log } from '../runtime/log.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail with a code or link. A failure is logged, and the response does not reveal it. */
export async function sendCodeMail(mail: Mail): Promise<void> {
  try {
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail(mail);
    log({ level: 'info', event: 'code-mail.sent' });
  } catch (error) {
    log({ level: 'error', event: 'code-mail.failed', error: describeError(error) });
  }
}
