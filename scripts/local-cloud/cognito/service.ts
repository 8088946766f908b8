import { createHmac, randomBytes } from 'node:crypto';
import type { Assembly } from '../assembly/assembly.ts';
import type { Request } from '../http.ts';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';
import { updateAttributes } from './attributes.ts';
import { type CodeKind, expired, makeCode, redeemCode } from './codes.ts';
import { deliveryDetails, type MessageParts, sendMessage, type Trigger } from './messages.ts';
import { checkPassword, PasswordHashes } from './passwords.ts';
import { type Pool, type PoolClient, readPools } from './read-pools.ts';
import { SignInLock } from './sign-in-lock.ts';
import { Tokens } from './tokens.ts';
import { hashToken, noFailures, type User, Users } from './users.ts';

interface Input {
  readonly ClientId?: string;
  readonly ClientSecret?: string;
  readonly UserPoolId?: string;
  readonly Username?: string;
  readonly Password?: string;
  readonly Permanent?: boolean;
  readonly ConfirmationCode?: string;
  readonly SecretHash?: string;
  readonly Token?: string;
  readonly AuthFlow?: string;
  readonly AuthParameters?: Readonly<Record<string, string>>;
  readonly ClientMetadata?: Readonly<Record<string, string>>;
  readonly UserAttributes?: readonly { readonly Name: string; readonly Value?: string }[];
  readonly MessageAction?: string;
  readonly TemporaryPassword?: string;
  readonly Limit?: number;
  readonly PaginationToken?: string;
  readonly Filter?: string;
}

const maxListed = 60;

const usernameMaximum = 128;

/**
 * Every call has this limit:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html
 */
function refuseLong({ Username, AuthParameters }: Input) {
  const name = Username ?? AuthParameters?.USERNAME ?? '';
  if (name.length > usernameMaximum)
    throw invalid(
      `1 validation error detected: Value at 'username' failed to satisfy constraint: Member must have length less than or equal to ${usernameMaximum}`,
    );
}

/** Calls that need no AWS signature: a client id is enough. */
const open = [
  'SignUp',
  'ConfirmSignUp',
  'ResendConfirmationCode',
  'ForgotPassword',
  'ConfirmForgotPassword',
  'RevokeToken',
];

const notAuthorized = (message = 'Incorrect username or password.') =>
  new ServiceError('NotAuthorizedException', message);
const unknownUser = () => new ServiceError('UserNotFoundException', 'User does not exist.');
const invalid = (message: string) => new ServiceError('InvalidParameterException', message);

const tokenAfter = ({ created, sub }: User): string => Buffer.from(`${created} ${sub}`).toString('base64');

/**
 * A page starts after a user, not at an index: deleting the users of one page then skips none of the next.
 */
function isAfter(token: string | undefined): (user: User) => boolean {
  if (token === undefined) return () => true;
  const [, created, sub = ''] = /^(\d+) (\S+)$/.exec(Buffer.from(token, 'base64').toString()) ?? [];
  if (created === undefined) throw invalid('Invalid pagination token');
  return (user) => user.created > Number(created) || (user.created === Number(created) && user.sub > sub);
}

/** Cognito user pools whose users sign in with their address and a password. */
export class Cognito {
  readonly #pools: readonly Pool[];
  readonly #clients: readonly PoolClient[];
  readonly #users: Users;
  readonly #tokens: Tokens;
  readonly #lock: SignInLock;
  readonly #passwords: PasswordHashes;
  readonly #guard: Guard;
  readonly #messages: MessageParts;

  constructor(
    assembly: Assembly,
    folder: string,
    parts: MessageParts & { readonly guard: Guard; readonly passwordCost: number | undefined },
  ) {
    const { pools, clients } = readPools(assembly);
    this.#pools = pools;
    this.#clients = clients;
    this.#users = new Users(folder);
    this.#tokens = new Tokens(folder);
    this.#lock = new SignInLock(this.#users);
    this.#passwords = new PasswordHashes(parts.passwordCost);
    this.#guard = parts.guard;
    this.#messages = parts;
  }

  async call(request: Request, operation: string, input: Input): Promise<object> {
    if (!open.includes(operation)) {
      const arn = `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${input.UserPoolId}`;
      this.#guard.require(this.#guard.caller(request), { action: `cognito-idp:${operation}`, resource: arn });
    }
    const serve = this.#operations[operation];
    if (serve === undefined)
      throw new ServiceError('UnknownOperationException', `${operation} is not served here.`);
    refuseLong(input);
    return serve(input);
  }

  jwks(poolId: string) {
    return this.#pools.some(({ id }) => id === poolId) ? this.#tokens.jwks : undefined;
  }

  readonly #operations: Readonly<Record<string, (input: Input) => Promise<object> | object>> = {
    SignUp: (input) => this.#signUp(input),
    ConfirmSignUp: (input) => this.#confirmSignUp(input),
    ResendConfirmationCode: (input) => this.#resend(input),
    ForgotPassword: (input) => this.#forgot(input),
    ConfirmForgotPassword: (input) => this.#confirmForgot(input),
    RevokeToken: (input) => this.#revoke(input),
    AdminInitiateAuth: (input) => this.#initiateAuth(input),
    AdminGetUser: (input) => describe(this.#known(input)),
    ListUsers: (input) => this.#list(input),
    AdminSetUserPassword: (input) => this.#setPassword(input),
    AdminUpdateUserAttributes: (input) =>
      updateAttributes(this.#users, this.#known(input), input.UserAttributes ?? []),
    AdminCreateUser: (input) => this.#create(input),
    AdminDeleteUser: (input) => {
      this.#users.delete(this.#known(input));
      return {};
    },
    AdminUserGlobalSignOut: (input) => {
      this.#users.save({ ...this.#known(input), sessions: {} });
      return {};
    },
    DescribeUserPoolClient: (input) => {
      const client = this.#client(input);
      return {
        UserPoolClient: {
          UserPoolId: client.pool.id,
          ClientId: client.id,
          ExplicitAuthFlows: client.flows,
          ClientSecret: client.secret,
        },
      };
    },
  };

  #client({ ClientId }: Input): PoolClient {
    const client = this.#clients.find(({ id }) => id === ClientId);
    if (client === undefined)
      throw new ServiceError('ResourceNotFoundException', `User pool client ${ClientId} does not exist.`);
    return client;
  }

  #clientOfPool(input: Input): PoolClient {
    const client = this.#client(input);
    if (client.pool.id !== input.UserPoolId)
      throw new ServiceError('ResourceNotFoundException', `User pool client ${client.id} does not exist.`);
    return client;
  }

  #known({ UserPoolId = '', Username }: Input): User {
    const user = this.#users.find(UserPoolId, Username);
    if (user === undefined) throw unknownUser();
    return user;
  }

  /**
   * A user without a known password:
   * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
   */
  #create({ UserPoolId = '', Username, MessageAction, TemporaryPassword, UserAttributes = [] }: Input) {
    if (MessageAction !== 'SUPPRESS' || TemporaryPassword !== undefined)
      throw new ServiceError(
        'NotImplementedException',
        'The local cloud creates users without a mail and a password only.',
        501,
      );
    const email = String(Username ?? '').toLowerCase();
    if (!address.test(email)) throw invalid('Username should be an email.');
    if (this.#users.find(UserPoolId, email) !== undefined)
      throw new ServiceError('UsernameExistsException', 'User account already exists');
    const given = Object.fromEntries(UserAttributes.map(({ Name, Value = '' }) => [Name, Value]));
    const custom = Object.entries(given).filter(([name]) => name.startsWith('custom:'));
    const known = this.#pools.find(({ id }) => id === UserPoolId)?.customAttributes ?? [];
    for (const [name] of custom)
      if (!known.includes(name))
        throw invalid(
          `Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.`,
        );
    const user = this.#users.save({
      ...newUser(UserPoolId, email),
      status: 'FORCE_CHANGE_PASSWORD',
      isVerified: given.email_verified === 'true',
      custom: Object.fromEntries(custom),
    });
    return { User: listed(user) };
  }

  /**
   * At most 60 users a page:
   * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
   */
  #list({ UserPoolId = '', Limit = maxListed, PaginationToken, Filter }: Input) {
    if (Filter !== undefined)
      throw new ServiceError('NotImplementedException', 'The local cloud lists all users.', 501);
    if (!(Limit >= 0 && Limit <= maxListed))
      throw invalid(
        `1 validation error detected: Value '${Limit}' at 'limit' failed to satisfy constraint: Member must have value less than or equal to ${maxListed}`,
      );
    const left = this.#users.of(UserPoolId).filter(isAfter(PaginationToken));
    const page = left.slice(0, Limit || maxListed);
    const last = page.at(-1);
    const next = last && left.length > page.length && { PaginationToken: tokenAfter(last) };
    return { Users: page.map(listed), ...next };
  }

  /** The client of a call that must prove it knows the client's secret. */
  #proven(input: Input, username = input.Username, hash = input.SecretHash): PoolClient {
    const client = this.#client(input);
    if (client.secret === undefined) return client;
    const wanted = createHmac('sha256', client.secret).update(`${username}${client.id}`).digest('base64');
    if (hash === undefined)
      throw notAuthorized(`Client ${client.id} is configured with secret but SECRET_HASH was not received`);
    if (hash !== wanted) throw notAuthorized(`SecretHash does not match for the client: ${client.id}`);
    return client;
  }

  async #send(client: PoolClient, user: User, kind: CodeKind, trigger: Trigger, { ClientMetadata }: Input) {
    const code = makeCode(kind);
    this.#users.save({ ...user, codes: { ...user.codes, [kind]: code } });
    return sendMessage(this.#messages, {
      trigger,
      client,
      user,
      code: code.code,
      clientMetadata: ClientMetadata,
    });
  }

  async #signUp(input: Input) {
    const client = this.#proven(input);
    const email = String(input.Username ?? '').toLowerCase();
    if (!address.test(email)) throw invalid('Username should be an email.');
    checkPassword(client.pool.passwordPolicy, input.Password);
    const passwordHash = await this.#passwords.create(String(input.Password));
    if (this.#users.find(client.pool.id, email) !== undefined)
      throw new ServiceError('UsernameExistsException', 'User already exists');
    const user = this.#users.save({ ...newUser(client.pool.id, email), passwordHash });
    const CodeDeliveryDetails = await this.#send(client, user, 'signUp', 'CustomMessage_SignUp', input);
    return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails };
  }

  #confirmSignUp(input: Input) {
    const client = this.#proven(input);
    const user = this.#users.find(client.pool.id, input.Username);
    if (user === undefined) throw client.hidesUnknownUsers ? expired() : unknownUser();
    if (user.status === 'CONFIRMED')
      throw notAuthorized('User cannot be confirmed. Current status is CONFIRMED');
    const confirmed = redeemCode(this.#users, user, 'signUp', input.ConfirmationCode);
    this.#users.save({ ...confirmed, status: 'CONFIRMED', isVerified: true });
    return {};
  }

  async #resend(input: Input) {
    const client = this.#proven(input);
    const user = this.#users.find(client.pool.id, input.Username);
    if (user === undefined) return this.#pretend(client, input);
    if (user.status === 'CONFIRMED') throw invalid('User is already confirmed.');
    return {
      CodeDeliveryDetails: await this.#send(client, user, 'signUp', 'CustomMessage_ResendCode', input),
    };
  }

  async #forgot(input: Input) {
    const client = this.#proven(input);
    const user = this.#users.find(client.pool.id, input.Username);
    if (user === undefined) return this.#pretend(client, input);
    if (user.status === 'FORCE_CHANGE_PASSWORD')
      throw notAuthorized('User password cannot be reset in the current state.');
    if (!user.isVerified) {
      throw invalid(
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      );
    }
    return {
      CodeDeliveryDetails: await this.#send(client, user, 'reset', 'CustomMessage_ForgotPassword', input),
    };
  }

  /** With PreventUserExistenceErrors, an unknown address gets the same response as a known one. */
  #pretend({ hidesUnknownUsers }: PoolClient, { Username = '' }: Input) {
    if (!hidesUnknownUsers) throw unknownUser();
    return { CodeDeliveryDetails: deliveryDetails(Username.toLowerCase()) };
  }

  async #confirmForgot(input: Input) {
    const client = this.#proven(input);
    const user = this.#users.find(client.pool.id, input.Username);
    if (user === undefined) throw client.hidesUnknownUsers ? expired() : unknownUser();
    checkPassword(client.pool.passwordPolicy, input.Password);
    const spent = redeemCode(this.#users, user, 'reset', input.ConfirmationCode);
    const passwordHash = await this.#passwords.create(String(input.Password));
    this.#users.save({
      ...spent,
      passwordHash,
      status: 'CONFIRMED',
      isVerified: true,
    });
    return {};
  }

  /**
   * A permanent password confirms any user, but verifies no address:
   * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserPassword.html
   */
  async #setPassword(input: Input) {
    this.#known(input);
    const pool = this.#pools.find(({ id }) => id === input.UserPoolId);
    if (input.Permanent !== true)
      throw new ServiceError(
        'NotImplementedException',
        'The local cloud sets permanent passwords only.',
        501,
      );
    checkPassword(pool?.passwordPolicy ?? {}, input.Password);
    const passwordHash = await this.#passwords.create(String(input.Password));
    this.#users.save({ ...this.#known(input), passwordHash, status: 'CONFIRMED' });
    return {};
  }

  #revoke(input: Input) {
    const client = this.#client(input);
    if (client.secret !== undefined && input.ClientSecret !== client.secret) {
      throw notAuthorized('Client is not authorized to revoke tokens.');
    }
    const found = this.#users.findByRefreshToken(client.pool.id, client.id, input.Token);
    if (found !== undefined) this.#endSession(found.user, found.id);
    return {};
  }

  #endSession(user: User, id: string) {
    const { [id]: _, ...sessions } = user.sessions;
    this.#users.save({ ...user, sessions });
  }

  #initiateAuth(input: Input) {
    const flow = {
      ADMIN_USER_PASSWORD_AUTH: 'ALLOW_ADMIN_USER_PASSWORD_AUTH',
      REFRESH_TOKEN_AUTH: 'ALLOW_REFRESH_TOKEN_AUTH',
      REFRESH_TOKEN: 'ALLOW_REFRESH_TOKEN_AUTH',
    }[input.AuthFlow ?? ''];
    const client = this.#clientOfPool(input);
    if (flow === undefined || !client.flows.includes(flow))
      throw invalid('Auth flow not enabled for this client');
    return flow === 'ALLOW_REFRESH_TOKEN_AUTH' ? this.#refresh(input) : this.#logIn(input);
  }

  async #logIn(input: Input) {
    const { USERNAME, PASSWORD = '', SECRET_HASH } = input.AuthParameters ?? {};
    const client = this.#proven(input, USERNAME, SECRET_HASH);
    const found = this.#users.find(client.pool.id, USERNAME);
    if (found !== undefined) this.#lock.refuseLocked(found);
    const isRight = await this.#passwords.match(PASSWORD, found?.passwordHash || undefined);
    const user = this.#users.find(client.pool.id, USERNAME); // other attempts may have failed during the comparison
    if (user === undefined) throw client.hidesUnknownUsers ? notAuthorized() : unknownUser();
    if (!isRight) {
      this.#lock.fail(user);
      throw notAuthorized();
    }
    if (user.status !== 'CONFIRMED')
      throw new ServiceError('UserNotConfirmedException', 'User is not confirmed.');
    return this.#openSession(client, user);
  }

  #openSession(client: PoolClient, user: User) {
    const RefreshToken = randomBytes(64).toString('base64url');
    const id = crypto.randomUUID();
    const authTime = Math.floor(Date.now() / 1000);
    const expires = Date.now() + client.seconds.RefreshToken * 1000;
    const live = Object.entries(user.sessions).filter(([, each]) => each.expires > Date.now());
    const sessions = {
      ...Object.fromEntries(live),
      [id]: { tokenHash: hashToken(RefreshToken), client: client.id, expires, authTime },
    };
    this.#users.save({ ...user, sessions, failures: noFailures });
    const AuthenticationResult = { ...this.#tokens.issue(client, user, id, authTime), RefreshToken };
    return { ChallengeParameters: {}, AuthenticationResult };
  }

  #refresh(input: Input) {
    const { REFRESH_TOKEN, SECRET_HASH } = input.AuthParameters ?? {};
    const client = this.#client(input);
    const found = this.#users.findByRefreshToken(client.pool.id, client.id, REFRESH_TOKEN);
    if (found === undefined || found.session.expires < Date.now())
      throw notAuthorized('Invalid Refresh Token');
    this.#proven(input, found.user.sub, SECRET_HASH);
    return {
      ChallengeParameters: {},
      AuthenticationResult: this.#tokens.issue(client, found.user, found.id, found.session.authTime),
    };
  }
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const newUser = (pool: string, email: string): User => ({
  sub: crypto.randomUUID(),
  pool,
  email,
  passwordHash: '',
  status: 'UNCONFIRMED',
  isVerified: false,
  created: Date.now(),
  codes: {},
  sessions: {},
  failures: noFailures,
});

const describe = ({ sub, email, isVerified, status, created, custom = {} }: User) => ({
  Username: sub,
  UserAttributes: [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: String(isVerified) },
    { Name: 'sub', Value: sub },
    ...Object.entries(custom).map(([Name, Value]) => ({ Name, Value })),
  ],
  UserCreateDate: created / 1000,
  UserLastModifiedDate: created / 1000,
  Enabled: true,
  UserStatus: status,
});

/** ListUsers uses a different name for the attributes than AdminGetUser. */
const listed = (user: User) => {
  const { UserAttributes: Attributes, ...rest } = describe(user);
  return { ...rest, Attributes };
};
