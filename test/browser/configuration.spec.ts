import { expect, test } from './support/test.ts';

test('the configuration is checked in the browser everywhere but in production [DV-01]', async ({ page }) => {
  for (const [environment, shouldCheck] of [
    ['development', true],
    ['production', false],
  ] as const)
    await test.step(environment, async () => {
      // A mocked response: the local cloud has one stage, and each stage is deployed with its own value.
      await page.route('**/config.json', (route) =>
        route.fulfill({ json: { environment, stage: 'dev', partner: 'northern-lakes' } }),
      );
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
});
