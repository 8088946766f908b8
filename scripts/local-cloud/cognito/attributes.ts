import { ServiceError } from '../http.ts';
import type { User, Users } from './users.ts';

interface Attribute {
  readonly Name: string;
  readonly Value?: string;
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * AdminUpdateUserAttributes. With `email_verified`, a new address takes effect immediately, also for signing
 * in, regardless of UserAttributeUpdateSettings. Without it, Cognito mails a code, which the local cloud does
 * not support:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html
 */
export function updateAttributes(users: Users, user: User, attributes: readonly Attribute[]): object {
  const { email, email_verified, ...rest } = Object.fromEntries(
    attributes.map(({ Name, Value = '' }) => [Name, Value]),
  );
  if (email === undefined || email_verified !== 'true' || Object.keys(rest).length > 0)
    throw new ServiceError(
      'NotImplementedException',
      'The local cloud updates an address only, together with email_verified.',
      501,
    );
  if (!address.test(email))
    throw new ServiceError('InvalidParameterException', 'Invalid email address format.');
  const holder = users.find(user.pool, email);
  if (holder !== undefined && holder.sub !== user.sub)
    throw new ServiceError('AliasExistsException', 'An account with the given email already exists.');
  users.save({ ...user, email: email.toLowerCase(), isVerified: true });
  return {};
}
