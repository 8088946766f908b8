import { administrator, Keys } from '../../../scripts/local-cloud/iam/keys.ts';
import { runOperatorCommand } from '../../support/operator.ts';
import { cloudData, cloudUrl, type Page } from './test.ts';

/** A service token that opens the application of the applicant logged in on a page. */
export async function serviceToken(page: Page): Promise<string> {
  const { username } = await (await page.request.get('/api/profile')).json();
  const url = cloudUrl();
  const credentials = new Keys(cloudData(), []).of(administrator);
  const { token = '' } = await runOperatorCommand(
    { url, credentials },
    { command: 'issue-token', user: username, seconds: 900, purpose: 'decision committee' },
  );
  return token;
}
