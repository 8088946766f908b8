import { press, send } from './scene.ts';
import type { Scene, Screen } from './screen.ts';

const opened = 'dialog[open]';
const firstName = ({ page }: Scene) => page.getByLabel('First Name', { exact: true });

/** Advances the clock by fourteen idle minutes, with the idle timer already running. */
async function wait({ page }: Scene): Promise<void> {
  await page.clock.install();
  await page.goto('/about');
  const watch = page.waitForResponse(/idle-watch/);
  await page.locator('.on-this-page').waitFor();
  await page.mouse.move(30, 30);
  await page.clock.runFor(3_000);
  await watch;
  await page.clock.runFor(1_000);
  await page.mouse.move(60, 60);
  await page.clock.runFor(841_000);
}

async function answerTwice(scene: Scene): Promise<void> {
  await send(scene.context.request, 'put', '/api/answer', { answer: { first_name: 'Adelheid' } });
  await scene.page.mouse.move(30, 30);
  await firstName(scene).fill('Ada');
}

/** Leaves a tab during an upload. */
async function leaveTab({ page }: Scene): Promise<void> {
  await page.route('**/api/pdf/document-answer/activities_document', (route) =>
    route.fulfill({ json: { status: 'IN_PROGRESS', message: '', error: '' } }),
  );
  await page.getByRole('tab', { name: 'Upload a résumé' }).click();
  await page.locator('#activities_document').getByText('Converting').waitFor();
  await page.getByRole('tab', { name: 'List my activities' }).click();
}

/** Dialogs and menus. Those about files are in upload-screens.ts. */
export const dialogScreens: readonly Screen[] = [
  {
    name: 'account',
    as: 'applicant',
    email: 'augusta.lindgren@example.org',
    path: '/about',
    until: '#account-menu:popover-open .button',
    reach: (scene) => press(scene, 'Account'),
  },
  {
    name: 'account-visitor',
    path: '/about',
    until: '#account-menu:popover-open .button',
    reach: (scene) => press(scene, 'Account'),
  },
  { name: 'help', path: '/about', until: opened, reach: (scene) => press(scene, 'Help') },
  {
    name: 'privacy',
    path: '/about',
    until: opened,
    reach: (scene) => press(scene, 'Privacy Policy and Cookie Notice'),
  },
  { name: 'still-working', as: 'applicant', path: '/about', until: opened, reach: wait },
  { name: 'conflict', as: 'applicant', path: '/about', until: opened, reach: answerTwice },
  {
    name: 'upload-in-progress',
    as: 'applicant',
    path: '/education',
    until: opened,
    reach: leaveTab,
    show: '.tabs',
  },
  {
    name: 'another-device',
    path: '/about',
    until: '.qr-code',
    async reach(scene) {
      await firstName(scene).fill('Ada');
      await press(scene, 'Continue on another device');
    },
    show: '.another-device',
  },
];
