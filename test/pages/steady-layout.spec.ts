import { startValidating } from '../browser/support/answers.ts';
import { comeBack, heading } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

const formPages = [
  ['/about', 'About You'],
  ['/education', 'Academics'],
  ['/final-steps', 'Final Steps'],
] as const;

const open = async (page: Page, path: string, title: string) => {
  await page.goto(`${path}#main`);
  await expect(heading(page, title)).toBeVisible();
};

/**
 * Chooses every radio of the page in turn. Returns the questions in which the size of a choice or of the
 * question changed.
 */
const chooseEverything = (page: Page) =>
  page.evaluate(async () => {
    const painted = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const sizes = (field: Element) =>
      [field, ...field.querySelectorAll('.choice')]
        .map((each) => {
          const { left, width, height } = each.getBoundingClientRect();
          return [left, width, height].map(Math.round).join(' ');
        })
        .join(', ');
    const changed: string[] = [];
    for (const field of document.querySelectorAll('fieldset[role=radiogroup]')) {
      // On a busy machine fonts come late, and a part outside the view is laid out late.
      field.scrollIntoView({ block: 'center' });
      await document.fonts.ready;
      await painted();
      for (const choice of field.querySelectorAll<HTMLInputElement>('input[type=radio]')) {
        const before = sizes(field);
        choice.click();
        await painted();
        if (field.isConnected && sizes(field) !== before) changed.push(`${field.id} ${choice.value}`);
      }
    }
    return changed;
  });

for (const width of [390, 1280])
  test(`choices keep their sizes when one is chosen, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await comeBack(page);
    for (const [path, title] of formPages) {
      await open(page, path, title);
      expect({ path, changed: await chooseEverything(page) }).toEqual({ path, changed: [] });
    }
    // Clearing an optional answer does not change the height: the button uses space that was free before.
    await open(page, '/about', 'About You');
    const military = page.locator('#military_dependent');
    const height = (await military.boundingBox())?.height;
    await military.getByLabel('No').check();
    await military.getByRole('button', { name: /^Clear/ }).click();
    await expect(military.getByLabel('No')).not.toBeChecked();
    expect((await military.boundingBox())?.height).toBe(height);
  });

declare global {
  interface Window {
    shifts: { readonly value: number; readonly sources: string }[];
    presses: (string | null)[];
  }
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly {
          readonly node: Element | null;
          readonly previousRect: DOMRect;
          readonly currentRect: DOMRect;
        }[];
      })[])
        if (!entry.hadRecentInput)
          window.shifts.push({
            value: entry.value,
            sources: entry.sources
              .map(
                ({ node, previousRect, currentRect }) =>
                  `${node?.id || node?.textContent}: ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
              )
              .join('; '),
          });
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });

for (const width of [390, 1280])
  test(`the pages do not shift while they load, are filled in and save, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await comeBack(page, { answers: completeAnswers });
    for (const [path, title] of formPages) {
      await open(page, path, title);
      await page
        .locator('main input[type=text]:visible, main textarea:visible')
        .first()
        .pressSequentially('Lake');
      await page.keyboard.press('Tab');
      await expect(page.locator('.saving-line')).toHaveText(/^Saved at /);
      expect({ path, shifts: await page.evaluate(() => window.shifts) }).toEqual({ path, shifts: [] });
    }
    for (const [path, title] of [
      ['/login', 'Log In'],
      ['/signup', 'Sign Up'],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      expect({ path, shifts: await page.evaluate(() => window.shifts) }).toEqual({ path, shifts: [] });
    }
  });

/** A field whose error appears or disappears each time the applicant leaves it. */
interface Neighbor {
  readonly id: string;
  readonly valid: string;
  readonly invalid: string;
}
const neighbors: Readonly<Record<string, Neighbor>> = {
  '/about': { id: 'phone_mobile-control', valid: '(906) 487-1885', invalid: '(906) 487' },
  '/education': { id: 'counselor_email_address-control', valid: 'a@b.example', invalid: 'a@' },
  '/final-steps': { id: 'felony_comment-control', valid: 'It was a mistake.', invalid: '' },
  '/login': { id: 'username', valid: 'ada@example.org', invalid: 'bad' },
  '/signup': { id: 'username', valid: 'ada@example.org', invalid: 'bad' },
  '/forgot': { id: 'username', valid: 'ada@example.org', invalid: 'bad' },
  '/confirm': { id: 'code', valid: '123456', invalid: '12' },
  '/reset?username=ada@example.org&id=abc': { id: 'password', valid: 'Copper-Harbor-2027', invalid: 'x' },
};

/** Records where clicks arrive. Links and buttons have no effect, so the page stays. */
const recordPresses = (page: Page) =>
  page.evaluate(() => {
    window.presses = [];
    addEventListener(
      'click',
      (event) => {
        const control = event.target instanceof Element ? event.target.closest('[data-control]') : null;
        window.presses.push(control?.getAttribute('data-control') ?? null);
        if (control instanceof HTMLElement && control.matches('a, button')) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      true,
    );
  });

const countControls = (page: Page) =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a[href], button, .choice, input:not([type=radio], [type=checkbox], [type=file])), header :is(a[href], button)',
      ),
    ].filter(
      (each) =>
        each.checkVisibility() &&
        // One choice represents the others of its question.
        !each.matches('.skip, [disabled], .choice ~ .choice'),
    );
    controls.forEach((each, index) => {
      each.setAttribute('data-control', String(index));
    });
    return controls.length;
  });

/** Types into the neighbor and scrolls the control into view. Returns the point to press. */
const prepare = (page: Page, index: number, id: string, value: string) =>
  page.evaluate(
    async ([at, field, text]) => {
      const control = document.querySelector(`[data-control="${at}"]`);
      const input = document.getElementById(field);
      if (control === null || !(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement))
        return undefined;
      if (control === input || !control.checkVisibility()) return undefined;
      input.focus();
      const prototype =
        input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      window.presses = [];
      // An error that typing has fixed disappears immediately, before the press.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      control.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      return { x: left + Math.min(width / 2, 60), y: top + height / 2 };
    },
    [index, id, value] as const,
  );

async function lostPresses(
  page: Page,
  { id, valid, invalid }: Neighbor,
  press: (page: Page, point: { x: number; y: number }) => Promise<void>,
): Promise<readonly string[]> {
  // A font that arrives later moves the control away from the point to press.
  await page.evaluate(async () => void (await document.fonts.ready));
  await recordPresses(page);
  const count = await countControls(page);
  const lost: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const point = await prepare(page, index, id, index % 2 === 0 ? invalid : valid);
    if (point === undefined) continue;
    await press(page, point);
    const name = await page.evaluate((at) => {
      const control = document.querySelector(`[data-control="${at}"]`);
      return window.presses.includes(String(at))
        ? ''
        : `${control?.tagName} ${control?.id} ${control?.textContent?.trim().slice(0, 40)}`;
    }, index);
    if (name !== '') lost.push(name);
  }
  return lost;
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const ways = [
  [
    'the mouse at 1280 px',
    { viewport: { width: 1280, height: 900 } },
    async (page: Page, { x, y }: { x: number; y: number }) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await painted(page);
      await page.mouse.up();
    },
  ],
  [
    'a finger at 390 px',
    { viewport: { width: 390, height: 844 }, hasTouch: true },
    (page: Page, { x, y }: { x: number; y: number }) => page.touchscreen.tap(x, y),
  ],
] as const;

for (const [way, use, press] of ways)
  test.describe(`pressing with ${way}`, () => {
    test.use(use);

    test('every control of the form pages takes the first press after a field with a new or fixed error', async ({
      page,
    }) => {
      test.slow();
      await comeBack(page, { answers: { felony: 'Y', citizenship_type: '2', sat_taken: 'Y' } });
      await startValidating(page);
      for (const [path, title] of formPages) {
        await open(page, path, title);
        const lost = await lostPresses(page, neighbors[path] as Neighbor, press);
        expect({ path, lost }).toEqual({ path, lost: [] });
      }
    });

    test('every control of the account pages takes the first press after a field with a new or fixed error, which shows after the press [AU-18]', async ({
      page,
    }) => {
      for (const [path, title] of [
        ['/login', 'Log In'],
        ['/signup', 'Sign Up'],
        ['/forgot', 'Forgot Password'],
        ['/confirm', 'Confirm Your Account'],
        ['/reset?username=ada@example.org&id=abc', 'Reset Password'],
      ] as const) {
        await page.goto(path);
        await expect(heading(page, title)).toBeVisible();
        await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
        const lost = await lostPresses(page, neighbors[path] as Neighbor, press);
        expect({ path, lost }).toEqual({ path, lost: [] });
      }
      await page.goto('/login');
      await page.getByLabel('Email Address').fill('bad');
      const { x = 0, y = 0 } = (await heading(page, 'Log In').boundingBox()) ?? {};
      await press(page, { x: x + 5, y: y + 5 });
      await expect(page.getByText('Please provide a valid email address.')).toBeVisible();
    });
  });
