import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod/mini';
import { counter } from '../command-line/progress.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readAws, readStack } from './aws-errors.ts';
import { clientOf, type TargetOptions } from './target.ts';

/** Cognito creates 50 users a second in an account, and the SDK waits before it repeats a throttled call. */
const atOnce = 8;

const userSchema = z.object({
  applicant: z.uuid(),
  email: z.email(),
  isVerified: z.boolean(),
  status: z.string(),
  isEnabled: z.boolean(),
});
type ListedUser = z.infer<typeof userSchema>;

/**
 * The users of a list. Error messages give the number of an invalid line but never quote it, because it
 * contains an address.
 */
function usersIn(file: string): readonly ListedUser[] {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line, index) => {
    try {
      return userSchema.parse(JSON.parse(line));
    } catch {
      throw new UsageError(`Line ${index + 1} of ${file} is not a user of a list that the export wrote.`);
    }
  });
}

/** Unverified users have no application yet. Disabled users were disabled on purpose. */
const isImported = ({ isVerified, isEnabled }: ListedUser) => isEnabled && isVerified;

type Outcome = 'created' | 'existed';

/** Creates users of one pool. */
class Importer {
  readonly #client: CognitoIdentityProviderClient;
  readonly #region: string;
  readonly #pool: string;

  constructor({ client, region }: ReturnType<typeof clientOf>, pool: string) {
    this.#client = new CognitoIdentityProviderClient({ maxAttempts: 8, ...client });
    this.#region = region;
    this.#pool = pool;
  }

  async import(user: ListedUser): Promise<Outcome> {
    const isNew = await this.#create(user);
    if (!isNew && (await this.#statusOf(user)) !== 'FORCE_CHANGE_PASSWORD') return 'existed';
    await this.#setRandomPassword(user); // also where an earlier import was interrupted
    return 'created';
  }

  #create({ email, applicant }: ListedUser): Promise<boolean> {
    const command = new AdminCreateUserCommand({
      ...this.#named(email),
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'custom:applicant', Value: applicant },
      ],
    });
    return readAws('cognito-idp:AdminCreateUser', this.#region, () =>
      this.#client.send(command).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && error.name === 'UsernameExistsException') return false;
          throw error;
        },
      ),
    );
  }

  async #statusOf({ email }: ListedUser) {
    const { UserStatus } = await readAws('cognito-idp:AdminGetUser', this.#region, () =>
      this.#client.send(new AdminGetUserCommand(this.#named(email))),
    );
    return UserStatus;
  }

  /**
   * Sets a random password, which is not stored. Cognito mails reset links only to users who have a password.
   */
  async #setRandomPassword({ email }: ListedUser) {
    const Password = `${randomBytes(32).toString('base64url')}aA1!`;
    await readAws('cognito-idp:AdminSetUserPassword', this.#region, () =>
      this.#client.send(
        new AdminSetUserPasswordCommand({ ...this.#named(email), Password, Permanent: true }),
      ),
    );
  }

  #named(Username: string) {
    return { UserPoolId: this.#pool, Username };
  }
}

async function poolOf({ stage, region, client }: ReturnType<typeof clientOf>): Promise<string> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const StackName = `Matricula-${stage}-Data`;
  const { Stacks = [] } = await readStack(StackName, 'cloudformation:DescribeStacks', region, () =>
    new CloudFormationClient(client).send(new DescribeStacksCommand({ StackName })),
  );
  const pool = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'UserPoolId')?.OutputValue;
  if (pool === undefined) throw new UsageError(`The stack ${StackName} has no output UserPoolId.`);
  return pool;
}

/** Creates the users of a list again, linked to their applications. A second run changes nothing. */
export async function importUsers(file: string, choice: TargetOptions): Promise<void> {
  const all = usersIn(file);
  const users = all.filter(isImported);
  const place = clientOf(choice);
  const importer = new Importer(place, await poolOf(place));
  const progress = counter('Users', users.length);
  const outcomes: Outcome[] = [];
  for (let start = 0; start < users.length; start += atOnce)
    await Promise.all(
      users.slice(start, start + atOnce).map(async (user) => {
        outcomes.push(await importer.import(user));
        progress.add();
      }),
    );
  const created = outcomes.filter((outcome) => outcome === 'created').length;
  console.log(
    `${created} created, ${outcomes.length - created} existed, ${all.length - users.length} left out: unverified or disabled.`,
  );
}
