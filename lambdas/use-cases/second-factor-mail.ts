import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';

/**
 * Tells the owner of an account that an operator has removed its second factor. False when the mail could not
 * be sent: the operator then tells the applicant.
 */
export async function mailRemoval(username: string): Promise<boolean> {
  const { name, helpEmail } = partner();
  try {
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail({
      to: username,
      subject: `${name}: two-step login is off`,
      text: [
        `We turned off two-step login for your account at ${name}, as you asked, and logged you out everywhere. Your password alone is enough to log in until you set it up again.`,
        `If you didn't ask for this, write to ${helpEmail} right away.`,
      ].join('\n\n'),
    });
    return true;
  } catch (error) {
    log({ level: 'error', event: 'security-notice.failed', error: describeError(error) });
    return false;
  }
}
