import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';

/**
 * Tells the owner of an account that an operator has removed its second factor. False when the mail could not be sent: the
 * operator then tells the applicant.
 */
export async function mailRemoval(username: string): Promise<boolean> {
  const { name, helpEmail } = partner();
  try {
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail({
      to: username,
      subject: `${name}: your account no longer asks for a code`,
      text: [
        `As you asked us, we removed the authenticator app from your account at ${name}, and logged you out everywhere. Your password alone is enough to log in until you add an app again.`,
        `If you did not ask for this, write to ${helpEmail} at once.`,
      ].join('\n\n'),
    });
    return true;
  } catch (error) {
    log({ level: 'error', event: 'security-notice', error: describeError(error) });
    return false;
  }
}
