import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';

type MailText = { readonly subject: string; readonly paragraphs: readonly string[] };
type Metadata = Readonly<Record<string, string | undefined>>;

/** Cognito replaces the placeholder by the code. */
const confirm = (name: string, code: string, { host = '', username = '' }: Metadata): MailText => ({
  subject: `${name}: your confirmation code`,
  paragraphs: [
    `Your confirmation code is ${code}`,
    `Enter it at ${siteUrl(host, `/confirm?username=${encodeURIComponent(username)}`)}`,
    "It works for 24 hours. If you didn't sign up, you can ignore this email.",
  ],
});

const mailTextFor: Partial<Record<CustomMessageTriggerEvent['triggerSource'], typeof confirm>> = {
  CustomMessage_SignUp: confirm,
  CustomMessage_ResendCode: confirm,
};

/** Writes the text of the mails that Cognito sends. */
export const handler = async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
  const mail = mailTextFor[event.triggerSource]?.(
    partner().name,
    event.request.codeParameter,
    event.request.clientMetadata ?? {},
  );
  if (mail !== undefined) {
    event.response.emailSubject = mail.subject;
    event.response.emailMessage = mail.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  }
  return event;
};
