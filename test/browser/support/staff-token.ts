import type { LocalCloud } from '../../../scripts/local-cloud/index.ts';
import type { StaffAudience } from '../../../shared/api/staff-roles.ts';
import { runOperatorCommand } from '../../support/operator.ts';
import type { Page } from './test.ts';

/** Ticks off a checklist item of an applicant, as `npx matricula staff checklist` does. */
export const recordItem = (cloud: LocalCloud, applicant: string, item: string, date: string) =>
  runOperatorCommand(cloud, {
    command: 'receive-items',
    rows: [{ line: 2, applicant, item, date }],
    isTakingBack: false,
  });

/** A service token that opens the application of the applicant logged in on a page. */
export async function staffToken(
  cloud: LocalCloud,
  page: Page,
  audience: StaffAudience = 'office',
): Promise<string> {
  const { username } = await (await page.request.get('/api/profile')).json();
  const { token = '' } = await runOperatorCommand(cloud, {
    command: 'issue-token',
    user: username,
    seconds: 900,
    purpose: 'decision committee',
    audience,
  });
  return token;
}
