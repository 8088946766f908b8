import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comeBack } from './support/applicant.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test as shared } from './support/test.ts';

interface Restarting {
  readonly data: string;
  readonly running: { product: Product };
}

const test = shared.extend<Restarting>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  data: async ({}, use) => {
    const data = mkdtempSync(join(tmpdir(), 'matricula-restart-'));
    await use(data);
    rmSync(data, { recursive: true });
  },
  running: async ({ data }, use) => {
    const running = { product: await startProduct(data) };
    await use(running);
    await running.product.end('SIGTERM');
  },
  baseURL: ({ running }, use) => use(running.product.url),
});

test('a server that is killed while the applicant types loses no answers', async ({
  page,
  data,
  running,
}) => {
  await comeBack(page);
  const first = page.getByLabel('First Name', { exact: true });
  const last = page.getByLabel('Last Name', { exact: true });
  const line = page.locator('.saving-line');
  await first.fill('Ada');
  await expect(line).toHaveText(/^Saved at /);
  await last.pressSequentially('Lind');
  const { port } = new URL(running.product.url);
  await running.product.end('SIGKILL');
  await last.pressSequentially('gren');
  await expect(line).toHaveText("Not saved yet. We'll keep trying.");
  running.product = await startProduct(data, port);
  await expect(line).toHaveText(/^Saved at /);
  await page.reload();
  await expect(first).toHaveValue('Ada');
  await expect(last).toHaveValue('Lindgren');
  const { answer } = await (await page.request.get('/api/profile')).json();
  expect(answer).toMatchObject({ first_name: 'Ada', last_name: 'Lindgren' });
});
