import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { recordItemsReply } from '../../../shared/api/operator.ts';
import { root } from '../../build/root.ts';
import { invokeOperator } from '../../operator/ask.ts';
import { targetOf } from '../../operator/target.ts';
import { completeAnswers, logIn, type Product, send, withProduct } from '../product.ts';

/** Invented people, with names that test the layout. */
const applicants = [
  ['Ada', 'Lindgren'],
  ['José', 'Núñez-Łukasz'],
  ['Grace', 'Okonkwo'],
  ['Siobhán', "O'Brien"],
  ['Maximiliana-Theodora', 'von Hohenlohe'],
  ['Zoë', 'Lindqvist'],
] as const;

/** An applicant who answered everything, on a page. */
async function answered({ applicant }: Product, email: string, more: object = {}): Promise<Page> {
  const context = await applicant(email);
  await send(context.request, 'put', '/api/answer', { answer: { ...completeAnswers, ...more } });
  return context.newPage();
}

async function receiveTranscript({ cloud }: Product, applicant: string): Promise<void> {
  const rows = [{ line: 2, applicant, item: 'transcript', date: '2026-11-20' }];
  const target = await targetOf({ data: cloud.data, port: String(cloud.port) });
  await invokeOperator(target, { command: 'receive-items', rows, isTakingBack: false }, recordItemsReply);
}

async function asDirector({ visitor }: Product, path: string): Promise<Page> {
  const page = await (await visitor()).newPage();
  await page.goto(`/api/staff/sign-in?to=${encodeURIComponent(path)}`);
  await page.getByRole('button', { name: 'Dana Director' }).click();
  await page.getByRole('link', { name: 'Zoë Lindqvist' }).waitFor();
  return page;
}

/** The pictures by their names, each of a page in its state. The list of the console has all applicants. */
const pictures: Readonly<Record<string, (product: Product) => Promise<Page>>> = {
  async 'about-return-1280'(product) {
    const page = await answered(product, 'grace@example.org');
    await logIn(page.context().request, 'grace@example.org');
    await page.goto('/about');
    await page.getByText("We're glad to see you again!").waitFor();
    return page;
  },
  async 'review-390'(product) {
    const page = await answered(product, 'lise@example.org');
    await send(page.context().request, 'put', '/api/last-page', { last_page: '/final-steps' });
    await page.goto('/final-steps');
    await page.locator('.review summary').first().click();
    await page.locator('.review .printed-section').first().scrollIntoViewIfNeeded();
    return page;
  },
  async 'completion-checklist-390'(product) {
    const page = await answered(product, 'katherine@example.org');
    await send(page.context().request, 'post', '/api/submit', {});
    await receiveTranscript(product, 'katherine@example.org');
    await page.goto('/completion');
    await page.getByText('Received on').waitFor();
    await page.getByText('Upload a copy').first().waitFor();
    await page.locator('.next-steps').evaluate((steps) => steps.scrollIntoView());
    return page;
  },
  async 'console-list-1280'(product) {
    for (const [index, [first_name, last_name]] of applicants.entries()) {
      const page = await answered(product, `applicant-${index}@example.org`, { first_name, last_name });
      await send(page.context().request, 'post', '/api/submit', {});
      await page.context().close();
    }
    return asDirector(product, '/staff');
  },
  async 'console-application-1280'(product) {
    const page = await asDirector(product, '/staff?missing=transcript');
    await page.getByRole('link', { name: 'Zoë Lindqvist' }).click();
    await page.locator('.printed-lines').first().waitFor();
    return page;
  },
};

/** Renews each picture, at the width that its name ends with. */
export const screenshots = (): Promise<void> =>
  withProduct(async (product) => {
    for (const [name, reach] of Object.entries(pictures)) {
      const page = await reach(product);
      const width = Number(name.split('-').at(-1));
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      await page.locator('.toast').first().waitFor({ state: 'detached' });
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(root, `docs/screens/${name}.png`) });
      await page.context().close();
      console.log(`docs/screens/${name}.png`);
    }
  });
