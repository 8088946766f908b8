import {
  CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { environment } from '../runtime/environment.ts';

/** Cognito allows 30 such calls per second and account; the SDK waits before it retries a throttled one. */
const cognito = new CognitoIdentityProviderClient({ maxAttempts: 8 });

/** The maximum page size of Cognito. */
const Limit = 60;

/** Data for re-creating an account. Cognito returns no passwords and no password hashes. */
export interface ListedUser {
  /** The applicant's id, which is part of the table keys of the application. */
  readonly applicant: string | undefined;
  readonly email: string | undefined;
  readonly isVerified: boolean;
  readonly status: string | undefined;
  readonly isEnabled: boolean;
  readonly created: string | undefined;
  readonly changed: string | undefined;
}

const listed = (user: UserType): ListedUser => {
  const attribute = (name: string) => user.Attributes?.find(({ Name }) => Name === name)?.Value;
  return {
    applicant: attribute('custom:applicant') ?? attribute('sub'),
    email: attribute('email'),
    isVerified: attribute('email_verified') === 'true',
    status: user.UserStatus,
    isEnabled: user.Enabled === true,
    created: user.UserCreateDate?.toISOString(),
    changed: user.UserLastModifiedDate?.toISOString(),
  };
};

interface UserPage {
  readonly users: readonly ListedUser[];
  /** Token of the next page, valid for an hour; undefined after the last page. */
  readonly next: string | undefined;
}

/** Reads one page of users: the first, or the one that the token names. */
export async function usersAfter(PaginationToken: string | undefined): Promise<UserPage> {
  const { Users = [], PaginationToken: next } = await cognito.send(
    new ListUsersCommand({ UserPoolId: environment('USER_POOL_ID'), Limit, PaginationToken }),
  );
  return { users: Users.map(listed), next };
}

/** Every user of the pool, page by page. */
export async function* allUsers(): AsyncGenerator<ListedUser> {
  let next: string | undefined;
  do {
    const page = await usersAfter(next);
    yield* page.users;
    next = page.next;
  } while (next !== undefined);
}
