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

const resetAddress = (code: string, { host = '', username = '', ticket = '' }: Metadata): string =>
  siteUrl(host, `/reset?username=${encodeURIComponent(username)}&id=${code}.${ticket}`);

const forgotten = (name: string, code: string, metadata: Metadata): MailText => ({
  subject: `${name}: reset your password`,
  paragraphs: [
    `Choose a new password: ${resetAddress(code, metadata)}`,
    "The link works for one hour. If you didn't ask for it, you can ignore this email.",
  ],
});

const severalSignUps = (name: string, code: string, metadata: Metadata): MailText => ({
  subject: `${name}: choose your password`,
  paragraphs: [
    `Your account is confirmed. Choose your password: ${resetAddress(code, metadata)}`,
    'Someone (maybe you) signed up with this email address more than once. To protect your account, none of those passwords will work.',
    `The link works for one hour. If it stops working, request a new one at ${siteUrl(metadata.host ?? '', '/forgot')}`,
  ],
});

const reset: typeof forgotten = (name, code, metadata) =>
  (metadata.reason === 'several-sign-ups' ? severalSignUps : forgotten)(name, code, metadata);

const mailTextFor: Partial<Record<CustomMessageTriggerEvent['triggerSource'], typeof confirm>> = {
  CustomMessage_SignUp: confirm,
  CustomMessage_ResendCode: confirm,
  CustomMessage_ForgotPassword: reset,
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
