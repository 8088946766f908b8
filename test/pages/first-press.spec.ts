import type { Locator } from '@playwright/test';
import { button, comeBack, heading, send } from '../browser/support/applicant.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

/** Waits two frames, so that every change made by the press is painted. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Presses and releases the mouse where the target was at the time of the press. */
async function pressAndRelease(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('Nothing to press.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await drawn(page);
  await page.mouse.up();
}

/** Taps with a finger: the browser sends all mouse events after the touch. */
async function tap(_: Page, target: Locator): Promise<void> {
  await target.tap();
}

const resend = 'Resend confirmation code?';
const needsAddress = 'You must provide a valid email address to resend a confirmation code.';

/** An invalid field, the control pressed after it, and what shows that the press worked. */
const cards = [
  {
    path: '/login',
    label: 'Email Address',
    presses: [
      [(page: Page) => button(page, resend), (page: Page) => page.getByText(needsAddress)],
      [
        (page: Page) => page.getByRole('link', { name: 'Forgot password?' }),
        (page: Page) => heading(page, 'Forgot Password'),
      ],
      [
        (page: Page) => page.getByRole('main').getByRole('link', { name: 'Sign Up' }),
        (page: Page) => heading(page, 'Sign Up'),
      ],
    ],
  },
  {
    path: '/forgot',
    label: 'Email Address',
    presses: [
      [
        (page: Page) => page.getByRole('main').getByRole('link', { name: 'Log In' }),
        (page: Page) => heading(page, 'Log In'),
      ],
    ],
  },
  {
    path: '/confirm',
    label: 'Confirmation Code',
    presses: [[(page: Page) => button(page, resend), (page: Page) => page.getByText(needsAddress)]],
  },
] as const;

for (const [by, press, use] of [
  ['the mouse, pressed and released apart', pressAndRelease, {}],
  ['a finger', tap, { hasTouch: true, viewport: { width: 390, height: 844 } }],
] as const)
  test.describe(`pressing with ${by}`, () => {
    test.use(use);

    test('after an invalid field of an account page a link or button works at the first press [AU-18]', async ({
      page,
    }) => {
      for (const { path, label, presses } of cards)
        for (const [target, effect] of presses) {
          await page.goto(path);
          await page.getByLabel(label).fill('bad');
          await press(page, target(page));
          await expect(effect(page)).toBeVisible();
        }
    });

    test('the error of an invalid field shows after the press has ended, next to every control', async ({
      page,
    }) => {
      await page.goto('/login');
      await page.getByLabel('Email Address').fill('bad');
      await press(page, heading(page, 'Log In'));
      await expect(page.getByText('Please provide a valid email address.')).toBeVisible();
    });

    test('after a field with a new or fixed error a radio is selected at the first press', async ({
      page,
    }) => {
      await comeBack(page, { path: '/about', answers: { phone_mobile: '(906) 487-1885' } });
      for (const web_status of ['started', 'validating'])
        await send(page, 'post', '/api/web-status', { web_status });
      await page.reload();
      await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeVisible();
      const texting = page.getByRole('checkbox', { name: /text message/i });

      const mobile = page.getByLabel(/Cell Phone/i);
      await mobile.fill('(906) 487');
      await press(page, texting);
      await expect(texting).toBeChecked();
      await expect(page.locator('#phone_mobile')).toContainText('Please enter a valid cell phone number.');
      await mobile.fill('(906) 487-1885');
      await press(page, texting);
      await expect(texting).not.toBeChecked();

      await page.locator('#birth_date').getByLabel('Month').selectOption('2');
      await page.locator('#birth_date').getByLabel('Day').fill('31');
      await page.locator('#birth_date').getByLabel('Year').fill('2008');
      await press(page, texting);
      await expect(texting).toBeChecked();
    });
  });
