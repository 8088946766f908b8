import { routes } from '../../shared/api/routes.ts';
import { SmokeClient } from '../../shared/smoke/client.ts';
import type { LocalCloud } from '../local-cloud/index.ts';
import { completeAnswers } from './complete-answers.ts';

const username = 'ada@example.org';
const password = 'Quiet-Heron-91';

/** Returns false if the account does not exist yet. */
const logIn = (client: SmokeClient): Promise<boolean> =>
  client.call(routes.account.logIn, { body: { username, password } }).then(
    () => true,
    () => false,
  );

async function mailedCode(url: string): Promise<string> {
  const mails = await fetch(`${url}/_local/mail.json?to=${encodeURIComponent(username)}`);
  return /\b\d{6}\b/.exec(await mails.text())?.[0] ?? '';
}

/**
 * Signs up an applicant who has answered every question and has not submitted. Does nothing if the data
 * folder has this applicant. Returns how to log in.
 */
export async function addSampleApplicant({ url }: LocalCloud): Promise<string> {
  const client = new SmokeClient(url);
  if (!(await logIn(client))) {
    await client.call(routes.account.signUp, { body: { username, password } });
    await client.call(routes.account.confirm, { body: { username, code: await mailedCode(url) } });
    await logIn(client);
    await client.call(routes.applicant.putAnswer, { body: { answer: completeAnswers } });
  }
  return `Log in as ${username} with the password ${password}`;
}
