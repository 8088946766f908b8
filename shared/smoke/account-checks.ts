import { routes } from '../api/routes.ts';
import { sessionCookieName } from '../rules/session-cookie.ts';
import { type Check, type SmokeRun, type SmokeTarget, until } from './check.ts';
import { request, requireThat } from './client.ts';
import { samples } from './samples.ts';

const hasAccount = ({ account }: SmokeTarget) =>
  account.kind === 'prepared' ? 'the account is prepared' : undefined;

async function signUp({ client, username, password }: SmokeRun): Promise<void> {
  await client.call(routes.account.signUp, { body: { username, password } });
}

async function receiveCode(run: SmokeRun): Promise<void> {
  const { account, waitSeconds } = run.target;
  if (account.kind === 'prepared') return;
  const code = await until(waitSeconds, () => account.codeFor(run.username));
  requireThat(code !== undefined, `no mail with a code for ${run.username} in ${waitSeconds} s`);
  run.code = code;
}

async function confirm({ client, username, code }: SmokeRun): Promise<void> {
  await client.call(routes.account.confirm, { body: { username, code } });
}

/** Required attributes of each session cookie. */
const cookieAttributes: Readonly<Record<string, readonly RegExp[]>> = {
  '__Host-session': [/^httponly$/i, /^secure$/i, /^samesite=strict$/i, /^path=\/$/i, /^max-age=\d+$/i],
  [sessionCookieName]: [/^secure$/i, /^samesite=strict$/i, /^path=\/$/i, /^max-age=\d+$/i],
};

async function logIn({ client, username, password }: SmokeRun): Promise<void> {
  const { headers } = await client.callWithHeaders(routes.account.logIn, { body: { username, password } });
  for (const [name, expected] of Object.entries(cookieAttributes)) {
    const cookie = headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
    requireThat(cookie !== undefined, `no cookie ${name} was set`);
    const attributes = cookie.split(/;\s*/).slice(1);
    const isComplete = expected.every((pattern) => attributes.some((each) => pattern.test(each)));
    const isOurHostOnly = !attributes.some((each) => /^domain=/i.test(each));
    requireThat(
      isComplete && isOurHostOnly,
      `the cookie ${name} has the attributes ${attributes.join('; ')}`,
    );
  }
}

const sampleNames: readonly string[] = Object.values(samples).map(({ name }) => name);

/** Rejects an application with documents: the run deletes documents at its end. */
async function readApplication(run: SmokeRun): Promise<void> {
  const { answer, document_answer, receipt } = await run.client.call(routes.applicant.getProfile);
  requireThat(receipt === null, 'the application of this account is submitted');
  const foreign = Object.values(document_answer).filter(({ file_name }) => !sampleNames.includes(file_name));
  requireThat(foreign.length === 0, 'this account has documents of its own');
  run.earlierAnswer = answer.first_name ?? '';
}

const accountLog = 'Read the log of the function `account`.';

/** Checks from signing up to the open application, in this order. */
export const accountChecks: readonly Check[] = [
  {
    title: 'Signing up',
    skip: hasAccount,
    reaches: 'signed up',
    run: signUp,
    remedy: `${accountLog} After many sign-ups in an hour, wait as long as the message says.`,
  },
  {
    title: 'The mail with the confirmation code',
    skip: hasAccount,
    needs: 'signed up',
    reaches: 'code',
    run: receiveCode,
    remedy: `${accountLog} Check that the SES identity is verified, out of the sandbox and within its daily quota (npx matricula ops doctor).`,
  },
  {
    title: 'Confirming the account',
    skip: hasAccount,
    needs: 'code',
    reaches: 'account',
    run: confirm,
    remedy: accountLog,
  },
  {
    title: 'Logging in, with cookies that only this site gets',
    needs: 'account',
    reaches: 'session',
    run: logIn,
    remedy: `If it returned 400, check --user and SMOKE_PASSWORD, and that the account is confirmed. ${accountLog}`,
  },
  {
    title: 'Opening the application',
    needs: 'session',
    reaches: 'application',
    run: readApplication,
    remedy:
      'Use an account that exists for this check alone and never submits. If it returned 5xx, read the log of the function `applicant`.',
  },
];

async function logOut({ target: { site }, client }: SmokeRun): Promise<void> {
  const cookie = client.cookieHeader;
  await client.call(routes.account.logOut);
  const left = Object.keys(cookieAttributes).filter((name) => client.hasCookie(name));
  requireThat(left.length === 0, `logging out left the cookie ${left.join(', ')}`);
  const { status } = await request(site + routes.applicant.getProfile.path, { headers: { cookie } });
  requireThat(status === 401, `the session still opens the application after logging out: ${status}`);
}

export const logOutCheck: Check = {
  title: 'Logging out ends the session',
  needs: 'session',
  run: logOut,
  remedy: `${accountLog} The session ends by itself after 30 minutes.`,
};
