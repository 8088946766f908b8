import { expect, test } from './support/test.ts';

for (const [environment, looks] of [
  ['development', true],
  ['localhost', true],
  ['production', false],
] as const)
  test(`the configuration is ${looks ? '' : 'not '}looked through in ${environment} [DV-01]`, async ({
    page,
  }) => {
    // A made reply: the local cloud is one stage, and each stage is deployed with its own.
    await page.route('**/config.json', (route) =>
      route.fulfill({ json: { environment, stage: 'dev', partner: 'northern-lakes' } }),
    );
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The page listens a moment after it is drawn: somebody who uses it goes on moving.
    const isLookedThrough = async () => {
      await page.mouse.move(10, Math.random() * 100);
      return files.some((file) => file.includes('configuration-warnings'));
    };
    if (looks) await expect.poll(isLookedThrough).toBe(true);
    await page.waitForTimeout(2_500);
    expect(await isLookedThrough()).toBe(looks);
    await expect(page.getByText('WARNING- MISSING CONFIGURATION')).toHaveCount(0);
  });
