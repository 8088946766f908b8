import {
  CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { environment } from '../runtime/environment.ts';

/** Cognito allows 30 such calls a second in an account, and the SDK waits before it repeats a throttled one. */
const cognito = new CognitoIdentityProviderClient({ maxAttempts: 8 });

/** The most that Cognito returns at once. */
const Limit = 60;

/** What is needed to create an account again. Cognito gives nobody a password or its hash. */
export interface ListedUser {
  /** The id under which the table keeps the application. */
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
  /** From where the list goes on, for an hour; undefined at its end. */
  readonly next: string | undefined;
}

/** The first users of the pool, or those after another page. */
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
