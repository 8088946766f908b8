import { randomBytes } from 'node:crypto';
import { ServiceError } from '../http.ts';
import type { PoolClient } from './read-pools.ts';
import type { SignInLock } from './sign-in-lock.ts';
import type { Tokens } from './tokens.ts';
import { makeSecret, stepAt, stepOf } from './totp.ts';
import { hashToken, noToken, type SoftwareToken, type User, type Users } from './users.ts';

// Authenticator apps as a second factor, as these pages describe them:
// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html
// Wrong codes lock a user as wrong passwords do:
// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa.html
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AssociateSoftwareToken.html
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerifySoftwareToken.html
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserMFAPreference.html
// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminRespondToAuthChallenge.html

export const softwareTokenMfa = 'SOFTWARE_TOKEN_MFA';

export interface SoftwareTokenInput {
  readonly AccessToken?: string;
  readonly Session?: string;
  readonly UserCode?: string;
  readonly FriendlyDeviceName?: string;
}

interface Preference {
  readonly Enabled?: boolean;
  readonly PreferredMfa?: boolean;
}

export interface PreferenceInput {
  readonly SoftwareTokenMfaSettings?: Preference;
  readonly SMSMfaSettings?: Preference;
  readonly EmailMfaSettings?: Preference;
}

const invalid = (message: string) => new ServiceError('InvalidParameterException', message);
const notAuthorized = (message: string) => new ServiceError('NotAuthorizedException', message);
const notPlayed = (what: string) =>
  new ServiceError('NotImplementedException', `The local cloud does not play ${what}.`, 501);

const tokenOf = ({ softwareToken = noToken }: User): SoftwareToken => softwareToken;

/** A user's MFA settings in the response of AdminGetUser. */
export const describeFactors = (user: User) =>
  tokenOf(user).isEnabled
    ? {
        UserMFASettingList: [softwareTokenMfa],
        ...(tokenOf(user).isPreferred && { PreferredMfaSetting: softwareTokenMfa }),
      }
    : {};

const isSixDigits = (code: string | undefined): code is string => /^\d{6}$/.test(code ?? '');

const sessionBytes = 768;

/** The authenticator apps of the users of all pools. */
export class SoftwareTokens {
  readonly #users: Users;
  readonly #tokens: Tokens;
  readonly #clients: readonly PoolClient[];
  readonly #lock: SignInLock;

  constructor(users: Users, tokens: Tokens, clients: readonly PoolClient[], lock: SignInLock) {
    this.#users = users;
    this.#tokens = tokens;
    this.#clients = clients;
    this.#lock = lock;
  }

  /** Creates a new secret. An app that is already set up keeps working until the new secret is verified. */
  associate(input: SoftwareTokenInput) {
    const user = this.#authorized(input);
    const pending = makeSecret();
    this.#save(user, { pending });
    return { SecretCode: pending };
  }

  verify(input: SoftwareTokenInput) {
    const user = this.#authorized(input);
    if (!isSixDigits(input.UserCode))
      throw invalid(
        "1 validation error detected: Value at 'userCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [0-9]+",
      );
    const { pending: secret } = tokenOf(user);
    const step = secret === undefined ? undefined : stepOf(secret, input.UserCode, Date.now());
    if (secret === undefined || step === undefined)
      throw new ServiceError(
        'EnableSoftwareTokenMFAException',
        'Code mismatch and fail enable Software Token MFA',
      );
    const { pending: _, ...rest } = tokenOf(user);
    const deviceName = input.FriendlyDeviceName === undefined ? {} : { deviceName: input.FriendlyDeviceName };
    this.#users.save({ ...user, softwareToken: { ...rest, ...deviceName, secret, used: [step] } });
    return { Status: 'SUCCESS' };
  }

  setPreference(user: User, input: PreferenceInput) {
    if (input.SMSMfaSettings !== undefined || input.EmailMfaSettings !== undefined)
      throw notPlayed('codes by text message or mail');
    const { Enabled = false, PreferredMfa = false } = input.SoftwareTokenMfaSettings ?? {};
    if (Enabled && tokenOf(user).secret === undefined)
      throw invalid(`User does not have delivery config set to turn on ${softwareTokenMfa}`);
    this.#save(user, { isEnabled: Enabled, isPreferred: Enabled && PreferredMfa });
    return {};
  }

  /**
   * Returns a challenge for the code of a user whose password was right; undefined if a password is enough.
   */
  challenge(client: PoolClient, user: User): object | undefined {
    const { isEnabled, deviceName } = tokenOf(user);
    // A user who has set up an app keeps it, even if the pool no longer offers apps.
    if (!isEnabled) return undefined;
    const Session = randomBytes(sessionBytes).toString('base64url');
    const live = Object.entries(user.challenges ?? {}).filter(([, { expires }]) => expires > Date.now());
    const expires = Date.now() + client.challengeSeconds * 1000;
    const challenges = {
      ...Object.fromEntries(live),
      [hashToken(Session)]: { client: client.id, expires, isUsed: false },
    };
    this.#users.save({ ...user, challenges });
    return {
      ChallengeName: softwareTokenMfa,
      Session,
      ChallengeParameters: { USER_ID_FOR_SRP: user.sub, FRIENDLY_DEVICE_NAME: deviceName ?? 'Unknown' },
    };
  }

  /** The user who answers a challenge with the right code, once. */
  answered(
    client: PoolClient,
    session: string | undefined,
    responses: Readonly<Record<string, string>>,
  ): User {
    for (const name of ['USERNAME', `${softwareTokenMfa}_CODE`])
      if (responses[name] === undefined) throw invalid(`Missing required parameter ${name}`);
    if (session === undefined) throw invalid('Missing required parameter Session');
    const found = this.#users.findByChallenge(client.pool.id, session);
    // The name must be the user's own, not the address:
    // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminRespondToAuthChallenge.html
    if (found?.challenge.client !== client.id || found.user.sub !== responses.USERNAME)
      throw notAuthorized('Invalid session for the user.');
    const { user, id, challenge } = found;
    if (challenge.isUsed) throw notAuthorized('Invalid session for the user, session can only be used once.');
    if (challenge.expires < Date.now())
      throw notAuthorized('Invalid session for the user, session is expired.');
    this.#lock.refuseLocked(user);
    const used = this.#spendCode(user, responses[`${softwareTokenMfa}_CODE`] ?? '');
    return this.#users.save({
      ...used,
      challenges: { ...user.challenges, [id]: { ...challenge, isUsed: true } },
    });
  }

  /** Each code is valid once. */
  #spendCode(user: User, code: string): User {
    const { secret, used } = tokenOf(user);
    const step = secret === undefined ? undefined : stepOf(secret, code, Date.now());
    if (step === undefined) {
      this.#lock.fail(user);
      throw new ServiceError('CodeMismatchException', 'Invalid code received for user');
    }
    if (used.includes(step))
      throw new ServiceError('ExpiredCodeException', 'Your software token has already been used once.');
    const recent = used.filter((each) => each >= stepAt(Date.now()) - 2);
    return { ...user, softwareToken: { ...tokenOf(user), used: [...recent, step] } };
  }

  #authorized({ AccessToken, Session }: SoftwareTokenInput): User {
    if (Session !== undefined) throw notPlayed('the set-up of a factor that the pool requires');
    const { sub, client_id, origin_jti } = this.#tokens.readAccess(AccessToken);
    const client = this.#clients.find(({ id }) => id === client_id);
    const user = client && this.#users.find(client.pool.id, sub);
    if (user?.sessions[origin_jti] === undefined) throw notAuthorized('Access Token has been revoked');
    if (client?.pool.offersSoftwareToken !== true)
      throw new ServiceError(
        'SoftwareTokenMFANotFoundException',
        'Software Token MFA has not been enabled by the userPool',
      );
    return user;
  }

  #save(user: User, change: Partial<SoftwareToken>) {
    return this.#users.save({ ...user, softwareToken: { ...tokenOf(user), ...change } });
  }
}
