import { university } from '../../../shared/partners/index.ts';
import { becomeApplicant } from '../../browser/support/applicant.ts';
import { expect, type Page, test as shared } from '../../browser/support/test.ts';
import { type DevCopy, startDevCopy } from '../../support/dev-copy.ts';

/** `npm run dev` on a copy of the checkout, which the tests edit. */
const test = shared.extend<object, { readonly dev: DevCopy }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const dev = await startDevCopy();
      await use(dev);
      await dev.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ dev }, use) => use(dev.url),
});

// One copy for all: each worker would start its own.
test.describe.configure({ mode: 'default' });

const form = 'shared/questions/about/personal.ts';
const buttons = 'web/form/page-buttons.tsx';
const handler = 'lambdas/lookup/calls.ts';

/** The types of the whole checkout are checked, after everything else. */
const slow = { timeout: 140_000 };

const overlay = (page: Page) => page.locator('vite-error-overlay .message');
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** A mark that stays as long as the page is not loaded again. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-not-reloaded'));

const lookUp = async (page: Page) => {
  const reply = await page.request.get('/lookup/find?category=hs_ceeb&id=none');
  return (await reply.json()).message as string;
};

test('npm run dev: an applicant sees an edited style, component and label, and keeps what they typed', async ({
  page,
  dev,
}) => {
  await becomeApplicant(page);
  await expect(page.locator(':root')).toHaveCSS('--primary-main', university.theme.primary.main);
  await field(page, 'First Name').fill('Ada');
  await mark(page);

  dev.edit('web/theme/buttons.css', (text) => `${text}\n.button { letter-spacing: 3px; }\n`);
  const next = page.locator('.page-buttons .button').first();
  await expect(next).toHaveCSS('letter-spacing', '3px');

  await field(page, 'Last Name').pressSequentially('Love');
  dev.edit(buttons, (text) => text.replaceAll('Save and Continue', 'Save and Go On'));
  await expect(next).toHaveText('Save and Go On');
  expect(await isMarked(page)).toBe(true);

  await field(page, 'Last Name').pressSequentially('lace');
  dev.edit(form, (text) => text.replace("text('Last Name'", "text('Family Name'"));
  await expect(field(page, 'Family Name')).toHaveValue('Lovelace');
  await expect(field(page, 'First Name')).toHaveValue('Ada');
  const saved = async () => (await (await page.request.get('/api/profile')).json()).answer;
  await expect.poll(saved).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
  dev.edit(form, (text) => text.replace("text('Family Name'", "text('Last Name'"));
  await expect(field(page, 'Last Name')).toHaveValue('Lovelace');
});

test('npm run dev: an edited function answers the next calls', async ({ page, dev }) => {
  expect(await lookUp(page)).toBe("We couldn't find that place. Please type it in.");
  dev.edit(handler, (text) =>
    text.replace("We couldn't find that place. Please type it in.", 'No place has this id.'),
  );
  await expect.poll(() => lookUp(page)).toBe('No place has this id.');
  dev.edit(handler, (text) =>
    text.replace('No place has this id.', "We couldn't find that place. Please type it in."),
  );
  await expect.poll(() => lookUp(page)).toBe("We couldn't find that place. Please type it in.");
});

test('npm run dev: a function that cannot be built says so when it is called, until it is corrected', async ({
  page,
  dev,
}) => {
  await page.goto('/about');
  dev.edit(handler, (text) => `${text}\nconst broken = ;\n`);
  await expect.poll(() => lookUp(page)).toContain('lambdas/lookup/calls.ts');
  await expect(overlay(page)).toContainText('lambdas/lookup/calls.ts');
  await expect.poll(() => dev.output()).toContain('Error: A function cannot be built.');
  expect((await page.request.get('/api/profile')).status()).toBe(401);
  dev.edit(handler, (text) => text.replace('\nconst broken = ;\n', ''));
  await expect.poll(() => lookUp(page)).toBe("We couldn't find that place. Please type it in.");
  await expect(overlay(page)).toHaveCount(0);
  await expect.poll(dev.output).toContain('Fixed: A function cannot be built.');
});

test('npm run dev: a form that throws says so, and opens with what was typed once it is corrected', async ({
  page,
  dev,
}) => {
  await page.goto('/about');
  await field(page, 'First Name').fill('Ada');
  const mistake = "\nthrow new Error('This form is broken.');\n";
  dev.edit(form, (text) => text + mistake);
  await expect(overlay(page)).toContainText('This form is broken.');
  await expect.poll(() => dev.output()).toContain('Error: The form or a partner has an error.');
  dev.edit(form, (text) => text.replace(mistake, ''));
  await expect(field(page, 'First Name')).toHaveValue('Ada');
  await expect(overlay(page)).toHaveCount(0);
});

test('npm run dev: a type error shows in the terminal and the page, until it is corrected', async ({
  page,
  dev,
}) => {
  await page.goto('/about');
  await expect(field(page, 'First Name')).toBeVisible();
  const mistake = "\nexport const count: number = 'many';\n";
  dev.edit(buttons, (text) => text + mistake);
  await expect(overlay(page)).toContainText(`${buttons}(`, slow);
  await expect.poll(() => dev.output()).toContain('Error: There are type errors.');
  dev.edit(buttons, (text) => text.replace(mistake, ''));
  await expect.poll(dev.output, slow).toContain('Fixed: There are type errors.');
  await expect(overlay(page)).toHaveCount(0);
});

test('npm run dev: ends with a sentence when it cannot start', async ({ dev }) => {
  const { port } = new URL(dev.url);
  for (const [args, sentence] of [
    [['--port', port, '--data', '.local-second'], `Port ${port} is taken: choose another with --port.`],
    [['--port', '0'], 'is in use by process'],
    [['--stage', 'night'], 'No deployment is called "night". Known: dev, prod\nUsage: npm run dev'],
  ] as const) {
    const { code, output } = await dev.runAgain(...args);
    expect(output).toContain(sentence);
    expect(code).toBe(1);
  }
});

test('npm run dev: waits for the correction of a partner file that it cannot load', async ({ dev }) => {
  const partner = 'shared/universities/northern-lakes/university.ts';
  const broken = '\nconst broken = ;\n';
  dev.edit(partner, (text) => text + broken);
  const second = dev.startAgain('--port', '0', '--data', '.local-second');
  await expect.poll(second.output).toContain('npm run dev starts when this is corrected and saved.');
  expect(second.output()).toContain(partner);

  dev.edit(partner, (text) => text.replace(broken, ''));
  await expect.poll(second.output, slow).toMatch(/^Ready: /m);
  await second.stop();
});
