import {
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  type Challenge,
  ClientId,
  cognito,
  inTime,
  isLock,
  isNamed,
  secretHash,
  softwareToken,
  UserPoolId,
} from './cognito.ts';

// An authenticator app as the second factor:
// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html

/** Result of checking a code. `over`: the pool's session or the set-up token has expired. */
export type Outcome = 'right' | 'wrong' | 'over';

const outcomes: readonly (readonly [Outcome, readonly string[]])[] = [
  // A code that was used before is reported as expired.
  ['wrong', ['CodeMismatchException', 'ExpiredCodeException', 'EnableSoftwareTokenMFAException']],
  ['over', ['NotAuthorizedException', 'PasswordResetRequiredException', 'UserNotFoundException']],
];

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call;
    return 'right';
  } catch (error) {
    const [outcome] = outcomes.find(([, names]) => isNamed(error, names)) ?? [];
    if (outcome === undefined || isLock(error)) throw error;
    return outcome;
  }
}

/**
 * Responds to the challenge of a log-in. AWS does not document if the pool's session survives a wrong code.
 * Throws during the pool's own lock (`isLock`).
 */
export async function answerChallenge({ session, user }: Challenge, code: string): Promise<Outcome> {
  const command = new AdminRespondToAuthChallengeCommand({
    UserPoolId,
    ClientId,
    ChallengeName: softwareToken,
    Session: session,
    ChallengeResponses: {
      USERNAME: user,
      SOFTWARE_TOKEN_MFA_CODE: code,
      SECRET_HASH: await secretHash(user),
    },
  });
  return outcomeOf(cognito.send(command, inTime()));
}

/**
 * Returns a new secret for an authenticator app. Log-ins stay unchanged until `verifyApp` and `askForCode`
 * are called.
 */
export async function associateApp(AccessToken: string): Promise<string> {
  const { SecretCode } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  if (!SecretCode) throw new Error('The user pool returned no secret for the app.');
  return SecretCode;
}

/** Checks a code of the new app. The pool reports a wrong code as an error or as a status in its response. */
export async function verifyApp(AccessToken: string, UserCode: string): Promise<Outcome> {
  let status: string | undefined;
  const command = new VerifySoftwareTokenCommand({ AccessToken, UserCode });
  const outcome = await outcomeOf(cognito.send(command).then(({ Status }) => (status = Status)));
  return outcome === 'right' && status !== 'SUCCESS' ? 'wrong' : outcome;
}

/** Turns the code of the authenticator app on or off for future log-ins. */
export async function askForCode(username: string, isAsked: boolean): Promise<void> {
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId,
      Username: username,
      SoftwareTokenMfaSettings: { Enabled: isAsked, PreferredMfa: isAsked },
    }),
  );
}
