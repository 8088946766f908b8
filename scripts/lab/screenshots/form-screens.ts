import { logIn, press } from './scene.ts';
import type { Scene, Screen } from './screen.ts';

const firstName = ({ page }: Scene) => page.getByLabel('First Name', { exact: true });

/** The next visit: a new log-in, and a page that shows it. */
async function comeBack(scene: Scene): Promise<void> {
  await logIn(scene);
  await scene.page.goto('about:blank');
  await scene.page.goto('/about');
}

async function openSuggestions({ page }: Scene): Promise<void> {
  const school = page.locator('#hs_name');
  await school.locator('input').focus();
  await school.getByRole('combobox').pressSequentially('star');
  await school.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
}

async function typeOffline(scene: Scene): Promise<void> {
  await scene.page.mouse.move(30, 30);
  await scene.page.locator('.on-this-page').waitFor();
  await scene.context.setOffline(true);
  await firstName(scene).fill('Ada');
}

/** The pages of the form in their states. */
export const formScreens: readonly Screen[] = [
  { name: 'about-visitor', path: '/about', until: 'text=First time here?' },
  { name: 'about', as: 'applicant', path: '/about', until: 'text=Welcome to your application!' },
  {
    name: 'about-return',
    as: 'finished',
    path: '/about',
    until: "text=We're glad to see you again!",
    reach: comeBack,
  },
  {
    name: 'about-errors',
    as: 'applicant',
    path: '/final-steps',
    until: '.summary',
    reach: (scene) => press(scene, 'Submit'),
  },
  {
    name: 'about-errors-fields',
    as: 'applicant',
    path: '/final-steps',
    until: '.summary',
    reach: (scene) => press(scene, 'Submit'),
    show: '#last_name',
  },
  {
    name: 'not-saved',
    as: 'applicant',
    path: '/about',
    until: '.saving-line[data-state=failed]',
    reach: typeOffline,
    show: '.saving-line',
  },
  { name: 'education-visitor', path: '/education', until: '.notice', show: '#transcript_document' },
  { name: 'education', as: 'finished', path: '/education', until: '#hs_name' },
  {
    name: 'suggestions',
    path: '/education',
    until: '[role=option]',
    reach: openSuggestions,
    show: '.combobox-list',
  },
  {
    name: 'tab-group',
    as: 'applicant',
    path: '/education',
    until: '#activities_document .button',
    async reach({ page }) {
      await page.getByRole('tab', { name: 'Upload a résumé' }).click();
      await page.mouse.move(30, 30);
    },
    show: '.tabs',
  },
  { name: 'final-steps', as: 'finished', path: '/final-steps', until: '#felony' },
  {
    name: 'review',
    as: 'finished',
    path: '/final-steps',
    until: '.review .printed-lines',
    reach: ({ page }) => page.locator('.review summary').first().click(),
    show: '.review .printed-section >> nth=0',
  },
];
