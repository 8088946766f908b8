import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { ApiClient, goodPassword, newAddress } from './applicant.ts';
import { clientOf } from './aws-clients.ts';

const cognitoOf = (cloud: LocalCloud) => clientOf(cloud, CognitoIdentityProviderClient);
const userPoolOf = ({ outputs }: LocalCloud) => outputs['Matricula-dev/Data/Applicants/Pool/Resource'];

/** Puts a confirmed account into the user pool. Returns its id. */
export async function seedAccount(cloud: LocalCloud, Username: string): Promise<string> {
  const UserPoolId = userPoolOf(cloud);
  const UserAttributes = [
    { Name: 'email', Value: Username },
    { Name: 'email_verified', Value: 'true' },
  ];
  const created = await cognitoOf(cloud).send(
    new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' }),
  );
  const password = { Password: goodPassword, Permanent: true };
  await cognitoOf(cloud).send(new AdminSetUserPasswordCommand({ UserPoolId, Username, ...password }));
  return created.User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
}

/** The addresses of all accounts. */
export async function accountsIn(cloud: LocalCloud): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let PaginationToken: string | undefined;
  do {
    const list = new ListUsersCommand({ UserPoolId: userPoolOf(cloud), PaginationToken });
    const page = await cognitoOf(cloud).send(list);
    for (const { Attributes = [] } of page.Users ?? [])
      found.add(Attributes.find(({ Name }) => Name === 'email')?.Value ?? '');
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return found;
}

/**
 * A logged-in applicant whose account is in the user pool without a sign-up and its mail. Takes half the time
 * of `newApplicant`.
 */
export async function seededApplicant(cloud: LocalCloud, username = newAddress()): Promise<ApiClient> {
  await seedAccount(cloud, username);
  return loggedIn(cloud, username);
}

export async function loggedIn(cloud: LocalCloud, username: string): Promise<ApiClient> {
  const client = new ApiClient(cloud);
  const { status, body } = await client.call('POST', '/public/login', { username, password: goodPassword });
  if (status !== 200) throw new Error(`/public/login: ${status} ${JSON.stringify(body)}`);
  return client;
}

/** One applicant for all tests of a file that change nothing. */
export function sameApplicant(cloud: () => LocalCloud, username = newAddress()): () => Promise<ApiClient> {
  let made: Promise<ApiClient> | undefined;
  return () => {
    made ??= seededApplicant(cloud(), username);
    return made;
  };
}
