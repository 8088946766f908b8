import { kilobytesSent, visits } from '../../scripts/lab/bench/first-load.ts';
import { haveAccount, logInBehind, send } from './support/applicant.ts';
import { expect, test } from './support/test.ts';

for (const { path, who, atMost } of visits)
  test(`the first load of ${path}, ${who}, is within its budget of ${atMost} KB`, async ({ page }) => {
    if (who === 'applicant') {
      await logInBehind(page, await haveAccount(page));
      await send(page, 'put', '/api/last-page', { last_page: path });
    }
    expect(await kilobytesSent(page.context(), path)).toBeLessThanOrEqual(atMost);
  });
