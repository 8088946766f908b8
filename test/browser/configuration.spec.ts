import { expect, test } from './support/test.ts';

test('the page checks the configuration in development, and not in production [DV-01]', async ({ page }) => {
  const isCheckedIn = async (environment: string) => {
    // A mocked response: the local cloud has one stage, and each stage is deployed with its own value.
    await page.route('**/config.json', (route) => route.fulfill({ json: { environment, stage: 'dev' } }));
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await page.goto('/about');
    // The page hydrates a moment after it is painted; moving the mouse shows that it is in use. Messages load
    // with the checks.
    await expect(async () => {
      await page.mouse.move(10, Math.random() * 100);
      expect(files.some((file) => file.includes('/messages-'))).toBe(true);
    }).toPass();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('WARNING- MISSING CONFIGURATION')).toHaveCount(0);
    return files.some((file) => file.includes('configuration-warnings'));
  };
  expect(await isCheckedIn('development')).toBe(true);
  expect(await isCheckedIn('production')).toBe(false);
});

test('a key that the list of answers does not have is shown and thrown as a developer error [DV-04]', async ({
  page,
}) => {
  const message = 'WARNING- MISSING CONFIGURATION: hobby is asked, but the data model has no such key.';
  await page.addInitScript((text) => {
    // The shipped form has no such key, so this answers in place of the check.
    class Check extends EventTarget {
      postMessage() {
        const data = [{ kind: 'key outside the data model', message: text }];
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
      }
      terminate() {}
    }
    Object.assign(window, { Worker: Check });
  }, message);
  const thrown = page.waitForEvent('pageerror');
  await page.goto('/about');
  await page.mouse.move(10, 10);
  expect(await thrown).toMatchObject({ name: 'InvalidConfigurationError', message });
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
});
