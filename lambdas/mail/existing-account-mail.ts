import type { Account } from '../aws/cognito.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { findErasure } from '../table/erasures.ts';

const attempts = {
  signUp: {
    tried: (name: string) => `sign up at ${name} with this email address`,
    outcome: 'You already have an account.',
  },
  changeAddress: {
    tried: (name: string) => `use this email address for another account at ${name}`,
    outcome: 'You already have an account, so nothing was changed.',
  },
} as const;

interface Attempt {
  readonly attempt: keyof typeof attempts;
  readonly account: Account;
  /** The address of the account. */
  readonly username: string;
  readonly host: string;
}

const isBeingDeleted = async (account: Account) =>
  account.state !== 'none' && (await findErasure(account.sub)) !== undefined;

/** The mail to an account's owner after another use of its address. The account may be being deleted. */
export async function existingAccountMail({ attempt, account, username, host }: Attempt) {
  const { name } = partner();
  const { tried, outcome } = attempts[attempt];
  const [subject, state, ...links] = (await isBeingDeleted(account))
    ? [
        'your account is still being deleted',
        'Your account is still being deleted. Please try again in about ten minutes.',
      ]
    : [
        'you already have an account',
        outcome,
        `Log in: ${siteUrl(host, '/login')}`,
        `Forgot your password? ${siteUrl(host, '/forgot')}`,
      ];
  return {
    to: username,
    subject: `${name}: ${subject}`,
    text: [
      `Someone (maybe you) tried to ${tried(name)}. ${state}`,
      ...links,
      "If this wasn't you, you can ignore this email.",
    ].join('\n\n'),
  };
}
