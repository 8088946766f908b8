import { issueTokenReply } from '../../shared/api/operator.ts';
import { invokeOperator } from '../operator/ask.ts';
import { targetOf } from '../operator/target.ts';
import { press } from './scene.ts';
import type { Scene, Screen } from './screen.ts';

async function readAsStaff({ page, context, cloud }: Scene): Promise<void> {
  const { username } = await (await context.request.get('/api/profile')).json();
  const place = await targetOf({ data: cloud.data, port: String(cloud.port) });
  const { token } = await invokeOperator(
    place,
    { command: 'issue-token', user: username, seconds: 900, purpose: 'screenshots' },
    issueTokenReply,
  );
  await page.goto(`/about?service_token=${token}`);
}

/** The screens besides the form: dialogs, the receipt, errors and staff's view. */
export const otherScreens: readonly Screen[] = [
  {
    name: 'completion',
    as: 'finished',
    // The screens of the account pages sign up ada.lindgren, and one address has one sign-up here.
    email: 'ada.m.lindgren@example.org',
    path: '/final-steps',
    until: 'text=Your application is in',
    async reach(scene) {
      await press(scene, 'Submit');
      await scene.page.locator('.toast').waitFor();
    },
  },
  {
    name: 'service-view',
    as: 'finished',
    path: '/about',
    until: '.service-view .printed-lines',
    reach: readAsStaff,
  },
  {
    name: 'security',
    as: 'applicant',
    email: 'marie.lindgren@example.org',
    path: '/account',
    until: 'text=This device',
  },
  { name: 'accessibility', path: '/accessibility', until: 'text=What you can rely on' },
  {
    name: 'error-screen',
    path: '/accessibility',
    until: 'text=We are sorry',
    async reach({ page }) {
      await page.route(/log-in-[^/]*\.js/, (route) => route.abort());
      await page.goto('/login');
    },
  },
  {
    name: 'toast-error',
    as: 'applicant',
    path: '/education',
    until: '.toast[data-severity=error]',
    async reach({ page }) {
      await page.route('**/api/tabs', (route) => route.abort());
      await page.getByRole('tab', { name: 'Upload a résumé' }).click();
    },
    show: '.tabs',
    hasToast: true,
  },
];
