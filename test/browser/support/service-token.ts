import { administrator, Keys } from '../../../scripts/local-cloud/iam/keys.ts';
import { runOperatorCommand } from '../../support/operator.ts';
import { cloudData, cloudUrl, type Page } from './test.ts';

const operators = () => ({ url: cloudUrl(), credentials: new Keys(cloudData(), []).of(administrator) });

/** Ticks off a paper of an applicant, as `npm run receive` does. */
export const receivePaper = (applicant: string, item: string, date: string) =>
  runOperatorCommand(operators(), {
    command: 'receive-papers',
    rows: [{ line: 2, applicant, item, date }],
    isTakingBack: false,
  });

/** A service token that opens the application of the applicant logged in on a page. */
export async function serviceToken(page: Page): Promise<string> {
  const { username } = await (await page.request.get('/api/profile')).json();
  const { token = '' } = await runOperatorCommand(operators(), {
    command: 'issue-token',
    user: username,
    seconds: 900,
    purpose: 'decision committee',
  });
  return token;
}
