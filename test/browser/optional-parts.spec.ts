import { button, comeBack, heading } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const sentence = "We can't show this part of the page right now.";

/** Serves a file of the build whose exports all throw, as a component with a mistake does when it renders. */
async function breakFile(page: Page, name: string): Promise<void> {
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    const code = await (await route.fetch()).text();
    const exported = /export\s*\{([^}]*)\}/.exec(code)?.[1]?.split(',') ?? [];
    const names = exported.flatMap(
      (each) =>
        each
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? [],
    );
    expect(names.length).toBeGreaterThan(0);
    const throwing = `const broken = () => { throw new Error('${name} is broken'); };`;
    const exports = names.map((each) => `broken as ${each}`).join(',');
    await route.fulfill({ contentType: 'text/javascript', body: `${throwing}export{${exports}}` });
  });
}

test('a part that breaks is reported and leaves the rest of the page usable', async ({ page }) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/public/trouble')) reports.push(request.postData() ?? '');
  });
  await breakFile(page, 'application-pdf');
  await breakFile(page, 'reviewed-page');
  await comeBack(page, { path: '/final-steps', answers: { first_name: 'Ada' } });
  await expect(page.getByText(sentence)).toHaveCount(2);
  await expect.poll(() => reports.length).toBe(2);

  const saved = page.waitForResponse((response) => response.url().endsWith('/api/answer'));
  await page.getByLabel(/^I certify that all of my answers/).check();
  expect((await saved).status()).toBe(200);
  await expect(button(page, 'Submit')).toBeEnabled();
});

test('a dialog that breaks leaves an anonymous visitor on a page that works', async ({ page }) => {
  await breakFile(page, 'device-link');
  await page.goto('/about');
  const report = page.waitForRequest(/\/public\/trouble$/);
  await button(page, 'Continue on your phone').click();
  await report;
  await expect(heading(page, 'About You')).toBeVisible();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Sign Up')).toBeVisible();
});
