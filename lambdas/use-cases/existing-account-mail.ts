import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';

/** The mail to an account's owner after another sign-up with the same address. */
export function existingAccountMail(host: string) {
  const { name } = partner();
  return {
    subject: `${name}: you already have an account`,
    text: [
      `Someone (maybe you) tried to sign up at ${name} with this email address. You already have an account.`,
      `Log in: ${siteUrl(host, '/login')}`,
      `Forgot your password? ${siteUrl(host, '/forgot')}`,
      "If this wasn't you, you can ignore this email.",
    ].join('\n\n'),
  };
}
