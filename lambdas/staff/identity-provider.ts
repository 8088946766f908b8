import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { fetchSecret } from '../aws/secrets.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';
import { describeError, log } from '../runtime/log.ts';

// OpenID Connect with the university (docs/decisions.md#staff-sign-in-at-the-university).

/** The rest of a call needs time too. */
const timeoutSeconds = 5;
/** Time after which the provider's addresses and the client secret are read again. */
const keptMs = 3_600_000;

let known: { readonly configuration: Promise<oidc.Configuration>; readonly until: number } | undefined;

/** A provider on this machine has no certificate. */
const isLocal = ({ protocol, hostname }: URL) => protocol === 'http:' && hostname === '127.0.0.1';

async function discover(): Promise<oidc.Configuration> {
  const issuer = new URL(environment('STAFF_ISSUER'));
  const secret = await fetchSecret(environment('STAFF_CLIENT_SECRET_ARN'));
  const execute = isLocal(issuer) ? [oidc.allowInsecureRequests] : [];
  const options = { execute, timeout: timeoutSeconds };
  const authentication = oidc.ClientSecretBasic(secret);
  return oidc.discovery(issuer, environment('STAFF_CLIENT_ID'), {}, authentication, options);
}

/** The provider's addresses and keys, read once an hour. After a failure, the next call reads again. */
function configured(): Promise<oidc.Configuration> {
  if (process.env.STAFF_ISSUER === undefined)
    throw new ApiError(
      'notFound',
      'Staff cannot sign in yet. The operators of this site set that up: docs/single-sign-on.md.',
    );
  if (known === undefined || now() >= known.until) {
    const configuration = discover();
    known = { configuration, until: now() + keptMs };
    configuration.catch(forgetProvider);
  }
  return known.configuration;
}

function forgetProvider() {
  known = undefined;
}

/** The provider cannot be reached, or does not accept this client. */
export class ProviderDown extends ApiError {
  constructor(cause: unknown) {
    const message =
      "The university's sign-in service does not respond. Wait a minute, then try again. Open sessions keep working for up to 30 minutes.";
    super('unavailable', message, { retryAfter: 10, cause });
  }
}

/** OAuth errors that say nothing about the person: the provider or this client's secret has a fault. */
const faults = new Set(['temporarily_unavailable', 'server_error', 'invalid_client']);
const isFaultStatus = (status: number): boolean => status >= 500 || status === 429;
const noAnswer = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/**
 * True if the provider said nothing about the person: no connection, a fault there, or too many requests.
 * Every other error is a rejection, so that a policy that the provider enforces ends a session.
 */
function isProviderFault(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return isFaultStatus(error.status) || faults.has(error.error);
  if (error instanceof oidc.AuthorizationResponseError) return faults.has(error.error);
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    // With Basic, the provider asks this client for its secret; with Bearer, it rejects the person's token.
    return isFaultStatus(error.status) || error.cause.some(({ scheme }) => scheme === 'basic');
  if (!(error instanceof oidc.ClientError)) return true;
  const { code = '', cause } = error;
  return noAnswer.has(code) || (cause instanceof Response && isFaultStatus(cause.status));
}

function providerDown(error: unknown): ProviderDown {
  forgetProvider();
  log({ level: 'error', event: 'identity-provider.failed', error: describeError(error) });
  return new ProviderDown(error);
}

async function ask<T>(work: (configuration: oidc.Configuration) => Promise<T>): Promise<T | 'rejected'> {
  // Without its addresses, the provider was not asked for the person.
  const configuration = await configured().catch((error) => {
    throw error instanceof ApiError ? error : providerDown(error);
  });
  try {
    return await work(configuration);
  } catch (error) {
    if (isProviderFault(error)) throw providerDown(error);
    log({ level: 'warn', event: 'staff-sign-in.rejected', error: describeError(error) });
    return 'rejected';
  }
}

/** A person as the provider describes them. */
export interface Identity {
  readonly subject: string;
  readonly name: string;
  /** The values of the claim with the roles. */
  readonly groups: readonly string[];
  /** Time of the log-in at the provider, in milliseconds since 1970; undefined if it does not tell. */
  readonly loggedInAt: number | undefined;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

const groupsSchema = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((one) => [one]),
  ),
]);

const groupsIn = (claims: Claims): readonly string[] | undefined =>
  groupsSchema.safeParse(claims[environment('STAFF_CLAIM')]).data;

const textIn = (claims: Claims, ...names: readonly string[]): string | undefined =>
  names
    .map((name) => claims[name])
    .find((value): value is string => typeof value === 'string' && value !== '');

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

/** Providers put a person's claims into the ID token, the reply of their userinfo endpoint, or both. */
async function identityOf(
  configuration: oidc.Configuration,
  tokens: Tokens,
  expectedSubject?: string,
): Promise<Identity> {
  const idClaims: Claims = tokens.claims() ?? {};
  const subject = textIn(idClaims, 'sub') ?? expectedSubject ?? '';
  const isComplete = groupsIn(idClaims) !== undefined && textIn(idClaims, 'name') !== undefined;
  const needsUserInfo = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo: Claims = needsUserInfo
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, subject)
    : {};
  const claims = { ...userInfo, ...idClaims };
  const authTime = idClaims.auth_time;
  return {
    subject,
    name: textIn(claims, 'name', 'preferred_username', 'email') ?? subject,
    groups: groupsIn(claims) ?? [],
    loggedInAt: typeof authTime === 'number' ? authTime * 1000 : undefined,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
  };
}

interface SignInRequest {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  /** True to make the person log in again. */
  readonly isFresh: boolean;
}

/** The address at which a person signs in. */
export async function signInUrl({
  state,
  nonce,
  verifier,
  redirectUri,
  isFresh,
}: SignInRequest): Promise<URL> {
  const url = await ask(async (configuration) =>
    oidc.buildAuthorizationUrl(configuration, {
      ...parametersSchema.parse(JSON.parse(process.env.STAFF_PARAMETERS ?? '{}')),
      redirect_uri: redirectUri,
      scope: environment('STAFF_SCOPE'),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(isFresh && { prompt: 'login', max_age: '0' }),
    }),
  );
  if (url === 'rejected') throw new ProviderDown('discovery');
  return url;
}

const parametersSchema = z.record(z.string(), z.string());

type SignInReply = Omit<SignInRequest, 'redirectUri'> & {
  /** The address to which the provider sent the browser. */
  readonly url: URL;
};

/** Exchanges the code in the provider's reply; 'rejected' if any check fails. */
export const finishAtProvider = ({ url, state, nonce, verifier, isFresh }: SignInReply) =>
  ask(async (configuration) => {
    const tokens = await oidc.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      ...(isFresh && { maxAge: freshSeconds }),
    });
    return identityOf(configuration, tokens);
  });

/** A log-in that was asked for takes at most this long. */
const freshSeconds = 600;

/** Asks again for a person's roles; 'rejected' if the person may no longer sign in. */
export const askAgain = ({
  refreshToken,
  subject,
}: {
  readonly refreshToken: string;
  readonly subject: string;
}) =>
  ask(async (configuration) =>
    identityOf(configuration, await oidc.refreshTokenGrant(configuration, refreshToken), subject),
  );

/** The address at which the provider ends its own session; undefined if it has none. */
export async function signOutUrl(idToken: string, returnTo: string): Promise<string | undefined> {
  const configuration = await ask((found) => Promise.resolve(found)).catch(() => undefined);
  if (configuration === undefined || configuration === 'rejected') return undefined;
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
  return oidc.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: returnTo,
    logout_uri: returnTo, // Cognito's name of it
  }).href;
}
