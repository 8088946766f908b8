import { savedAnswers } from './support/answers.ts';
import { button, comeBack, heading } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { holdRoute, loseResponse } from './support/routes.ts';
import { expect, type Page, test } from './support/test.ts';

const first = (page: Page) => page.getByLabel('First Name', { exact: true });
const last = (page: Page) => page.getByLabel('Last Name', { exact: true });
const city = (page: Page) => page.locator('#hs_city input');
const line = (page: Page) => page.locator('.saving-line');

const saved = async (page: Page, key: string) => (await savedAnswers(page))[key];
const conflict = (page: Page) => page.getByRole('dialog', { name: 'You changed this somewhere else' });

/**
 * As on a slow phone: letters enter a field with its first frame, before the next step of the page's script.
 */
function typeWithTheFirstFrame(name: string): void {
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...message: unknown[]) {
    setTimeout(() => post.apply(this, message as never), 100);
  };
  const type = (input: HTMLInputElement) => {
    for (const letter of 'Ada') {
      input.focus();
      document.execCommand('insertText', false, letter);
    }
  };
  new MutationObserver((_, watch) => {
    const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!input?.checkVisibility({ visibilityProperty: true })) return;
    watch.disconnect();
    setTimeout(() => type(input));
  }).observe(document, { childList: true, subtree: true });
}

test('letters typed with the first frame of the form, of another page and of another block are kept', async ({
  page,
}) => {
  const step = (name: string) =>
    page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name });
  await comeBack(page);
  await test.step('the form after a reload', async () => {
    await page.addInitScript(typeWithTheFirstFrame, 'first_name');
    await page.reload();
    await expect(first(page)).toHaveValue('Ada');
    await expect.poll(() => saved(page, 'first_name')).toBe('Ada');
  });
  await test.step('another page', async () => {
    await step('Academics').click();
    await expect(heading(page, 'Academics')).toBeVisible();
    await page.evaluate(typeWithTheFirstFrame, 'last_name');
    await step('About You').click();
    await expect(last(page)).toHaveValue('Ada');
    await expect.poll(() => saved(page, 'last_name')).toBe('Ada');
  });
  await test.step('another block', async () => {
    await step('Academics').click();
    await expect(heading(page, 'Academics')).toBeVisible();
    await page.evaluate(typeWithTheFirstFrame, 'honors_2_name');
    await page.getByRole('button', { name: 'Add Another honor', exact: true }).click();
    await expect(page.locator('[name="honors_2_name"]')).toHaveValue('Ada');
    await expect.poll(() => saved(page, 'honors_2_name')).toBe('Ada');
  });
});

test('answers are saved one second after the last change, when a field loses focus, and before a reload', async ({
  page,
}) => {
  await comeBack(page);
  await test.step('a reload immediately after typing', async () => {
    for (const name of ['Ada', 'Grace']) {
      await first(page).fill(name);
      await page.reload();
      await expect(first(page)).toHaveValue(name);
    }
    await expect.poll(() => saved(page, 'first_name')).toBe('Grace');
  });
  await test.step('a second without a change', async () => {
    await first(page).fill('Ada');
    await expect.poll(() => saved(page, 'first_name')).toBe('Ada');
    await expect(line(page)).toHaveText(/^Saved at \d{1,2}:\d\d\s[AP]M$/);
  });
  await test.step('leaving the field', async () => {
    // The clock is paused, so no delay can end: only leaving the field can have saved.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await first(page).fill('Augusta');
    await first(page).press('Tab');
    await expect.poll(() => saved(page, 'first_name')).toBe('Augusta');
  });
});

test('answers typed offline are saved when the network returns, which is announced once, and closing the tab asks only until then', async ({
  page,
  context,
}) => {
  const announcements = await recordAnnouncements(page);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await comeBack(page);
  await first(page).click();
  await context.setOffline(true);
  await test.step('answers on two pages stay in the tab', async () => {
    await page.keyboard.type('Ada');
    await expect(line(page)).toHaveText("Not saved yet. We'll keep trying.");
    await last(page).fill('Lindgren');
    await page.getByRole('link', { name: 'Academics' }).click();
    await expect(heading(page, 'Academics')).toBeVisible();
    await city(page).fill('Calumet');
    await expect(line(page)).toHaveText("Not saved yet. We'll keep trying.");
  });
  await test.step('closing the tab asks for confirmation', async () => {
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
  });
  await test.step('the network returns', async () => {
    await context.setOffline(false);
    await expect(line(page)).toHaveText(/^Saved at /);
    const keys = ['first_name', 'last_name', 'hs_city'];
    expect(await Promise.all(keys.map((key) => saved(page, key)))).toEqual(['Ada', 'Lindgren', 'Calumet']);
    await expectHeard(announcements, 'Everything is saved now.');
    for (const text of ["Not saved yet. We'll keep trying.", 'Everything is saved now.'])
      expect(announcements.filter((phrase) => phrase.includes(text))).toHaveLength(1);
  });
  await test.step('closing the tab no longer asks', async () => {
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    expect(dialogs).toEqual(['beforeunload']);
  });
});

test('a save whose response was lost is repeated without a conflict dialog, also after a long time without network, which fills no storage', async ({
  page,
  context,
}) => {
  await comeBack(page);
  await loseResponse(page, '**/api/answer');
  await first(page).fill('Ada');
  await expect(line(page)).toHaveText("Not saved yet. We'll keep trying.");
  expect(await saved(page, 'first_name')).toBe('Ada');
  await context.setOffline(true);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await first(page).fill(`Augusta-${attempt}`);
    await first(page).blur();
  }
  const draft = () => page.evaluate(() => sessionStorage.getItem('unsaved-answers') ?? '');
  await expect.poll(draft).toContain('Augusta-11');
  expect(await draft()).not.toContain('Augusta-10');
  await context.setOffline(false);
  await expect(line(page)).toHaveText(/^Saved at /);
  expect(await saved(page, 'first_name')).toBe('Augusta-11');
  await expect(conflict(page)).toBeHidden();
});

test('answers that could not be saved before a reload are saved later without user action', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { answers: { first_name: 'Grace' } });
  await test.step('a reload while the save is pending', async () => {
    const release = injectFault(faults.saves, 'held');
    await first(page).fill('Ada');
    await page.reload();
    await expect(first(page)).toHaveValue('Ada');
    release();
    await expect.poll(() => saved(page, 'first_name')).toBe('Ada');
    await expect(conflict(page)).toBeHidden();
  });
  await test.step('a reload while saving fails', async () => {
    const endFault = injectFault(faults.tableWrites);
    await first(page).fill('Augusta');
    await expect(line(page)).toHaveText("Not saved yet. We'll keep trying.");
    await page.reload();
    await expect(first(page)).toHaveValue('Augusta');
    await expect(line(page)).toHaveText("Not saved yet. We'll keep trying.");
    endFault();
    await expect.poll(() => saved(page, 'first_name')).toBe('Augusta');
  });
});

test('a save that arrives after a later save of the same page changes nothing', async ({ page }) => {
  await comeBack(page);
  const arrive = await holdRoute(page, '**/api/answer', { times: 1 });
  await first(page).fill('Ada');
  await page.waitForRequest('**/api/answer');
  await first(page).fill('Augusta');
  // The applicant opens another window: what was typed since is sent immediately, and only once.
  const calls = callsOf(page);
  const sent = page.waitForResponse('**/api/answer');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('pagehide'));
  });
  await sent;
  expect(pathsOf(calls).filter((call) => call === 'PUT /api/answer')).toHaveLength(1);
  const arrived = page.waitForResponse('**/api/answer');
  arrive();
  expect((await arrived).ok()).toBe(true);
  await expect(line(page)).toHaveText(/^Saved at /);
  expect(await saved(page, 'first_name')).toBe('Augusta');
});

test('a save that the server asks to retry later waits that long', async ({ page }) => {
  await page.clock.install();
  await comeBack(page);
  let saves = 0;
  await page.route('**/api/answer', async (route) => {
    saves += 1;
    if (saves > 1) return route.continue();
    const body = { message: 'Please try again in 60 seconds.' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: body });
  });
  await first(page).fill('Ada');
  await page.clock.runFor(1_000);
  await expect(line(page)).toHaveText("Not saved yet. We'll keep trying.");
  await last(page).fill('Lindgren');
  await last(page).press('Tab');
  await page.clock.runFor(50_000);
  expect(saves).toBe(1);
  await page.clock.runFor(10_000);
  await expect(line(page)).toHaveText(/^Saved at /);
  expect(await savedAnswers(page)).toEqual({ first_name: 'Ada', last_name: 'Lindgren' });
});

test('a save that fails on Save and Continue shows the message of the server, until everything is saved', async ({
  page,
}) => {
  await comeBack(page);
  await page.route('**/api/answer', (route) =>
    route.fulfill({ status: 500, json: { message: 'Save broke.' } }),
  );
  await first(page).fill('Ada');
  await button(page, 'Save and Continue').click();
  await expect(page.locator('.toast')).toContainText(
    'Save broke. Your answers are kept in this tab, and we keep trying to save them.',
  );
  await expect(page).toHaveURL(/\/education$/);
  await page.unroute('**/api/answer');
  await expect.poll(() => saved(page, 'first_name')).toBe('Ada');
  await expect(page.locator('.toast')).toHaveCount(0);
});
