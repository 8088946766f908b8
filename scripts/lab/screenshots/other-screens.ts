import { request } from '@playwright/test';
import { issueTokenReply, recordItemsReply } from '../../../shared/api/operator.ts';
import { invokeOperator } from '../../operator/ask.ts';
import { targetOf } from '../../operator/target.ts';
import { twoDaysBefore } from './deadline-product.ts';
import { password, press, send } from './scene.ts';
import type { Scene, Screen } from './screen.ts';
import { uploadTranscript } from './upload-screens.ts';

const operatorsOf = async ({ cloud }: Scene) => targetOf({ data: cloud.data, port: String(cloud.port) });

async function readAsStaff(scene: Scene): Promise<void> {
  const { page, email } = scene;
  await uploadTranscript(scene);
  await receiveTranscript(scene);
  const { token } = await invokeOperator(
    await operatorsOf(scene),
    { command: 'issue-token', user: email, seconds: 900, purpose: 'screenshots' },
    issueTokenReply,
  );
  await page.goto(`/about?service_token=${token}`);
}

/** Submits the application, and marks the transcript as received. */
async function receiveTranscript(scene: Scene): Promise<void> {
  await send(scene.context.request, 'post', '/api/submit', {});
  const rows = [{ line: 2, applicant: scene.email, item: 'transcript', date: '2026-11-20' }];
  const command = { command: 'receive-items', rows, isTakingBack: false } as const;
  await invokeOperator(await operatorsOf(scene), command, recordItemsReply);
}

/** Another browser of the same applicant. */
async function logInElsewhere({ page, email, cloud }: Scene): Promise<void> {
  const elsewhere = await request.newContext({
    baseURL: cloud.url,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });
  await send(elsewhere, 'post', '/public/login', { username: email, password });
  await elsewhere.dispose();
  await page.reload();
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
    name: 'completion-checklist',
    as: 'finished',
    email: 'katherine.lindgren@example.org',
    path: '/final-steps',
    until: 'text=Received on',
    async reach(scene) {
      await receiveTranscript(scene);
      await scene.page.goto('/completion');
    },
    show: '.next-steps',
  },
  {
    name: 'deadline',
    path: '/about',
    until: 'text=2 days left.',
    async reach({ page }) {
      await page.clock.setFixedTime(twoDaysBefore);
      await page.reload();
    },
    hasDeadline: true,
  },
  {
    name: 'staff-view',
    as: 'finished',
    email: 'lise.lindgren@example.org',
    path: '/education',
    until: '.staff-view .printed-lines',
    reach: readAsStaff,
  },
  {
    name: 'security',
    as: 'applicant',
    email: 'marie.lindgren@example.org',
    path: '/account',
    until: 'text=This device',
  },
  {
    name: 'security-sessions',
    as: 'applicant',
    email: 'emmy.lindgren@example.org',
    path: '/account',
    until: 'text=Log out everywhere else',
    reach: logInElsewhere,
    show: '.session-list',
  },
  {
    name: 'security-data',
    as: 'applicant',
    email: 'mary.lindgren@example.org',
    path: '/account',
    until: 'text=Download my data',
    show: '#data-section',
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
