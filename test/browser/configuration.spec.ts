import { expect, test } from './support/test.ts';

for (const [environment, shouldCheck] of [
  ['development', true],
  ['production', false],
] as const)
  test(`the configuration is ${shouldCheck ? 'checked' : 'not checked'} by the page in ${environment} [DV-01]`, async ({
    page,
  }) => {
    // A mocked response: the local cloud has one stage, and each stage is deployed with its own value.
    await page.route('**/config.json', (route) => route.fulfill({ json: { environment, stage: 'dev' } }));
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The page hydrates a moment after it is painted; moving the mouse shows that it is in use.
    const isChecked = async () => {
      await page.mouse.move(10, Math.random() * 100);
      return files.some((file) => file.includes('configuration-warnings'));
    };
    if (shouldCheck) await expect.poll(isChecked).toBe(true);
    else await page.waitForTimeout(2_500);
    expect(await isChecked()).toBe(shouldCheck);
    await expect(page.getByText('WARNING- MISSING CONFIGURATION')).toHaveCount(0);
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
