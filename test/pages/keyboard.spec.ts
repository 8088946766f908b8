import { type Answers, isEmpty, validate } from '../../shared/form/index.ts';
import { university } from '../../shared/partners/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { codeFor, heading, newApplicant } from '../browser/support/applicant.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

const today = new Date().toISOString().slice(0, 10);
const form = applicationOf(university, today);

/** The fewest answers that can be submitted, found by answering what is missing until nothing is. */
function fewestAnswers(): Answers {
  const wishes: Answers = {
    ...completeAnswers,
    citizenship_type: '1',
    michigan_residence: 'N',
    test_optional: 'Y',
    felony: 'N',
    conviction: 'N',
  };
  let answers: Record<string, string | boolean> = {};
  for (let round = 0; round < 20; round += 1) {
    const missing = Object.keys(validate(form, { answers }, { today }));
    if (missing.length === 0) return answers;
    const parts = missing.flatMap((key) => [key, key.replace(/_month$/, '_year')]);
    answers = { ...answers, ...Object.fromEntries(parts.map((key) => [key, wishes[key] ?? ''])) };
  }
  throw new Error(`Still missing: ${JSON.stringify(validate(form, { answers }, { today }))}`);
}

interface Focused {
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  readonly part: string;
  readonly text: string;
  readonly isMarked: boolean;
  readonly isSeen: boolean;
}

/**
 * The element with the focus, whether its focus is visible, and whether anything covers it (WCAG 2.4.7,
 * 2.4.11).
 */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement;
    const box = at.getBoundingClientRect();
    const target = at.type === 'radio' || at.type === 'checkbox' ? (at.closest('label') ?? at) : at;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target);
    const own = getComputedStyle(at);
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
    return {
      tag: at.tagName.toLowerCase(),
      type: at.type ?? '',
      name: at.name || (at.closest('.field')?.id ?? ''),
      part: at.closest('label')?.querySelector('span')?.textContent ?? '',
      text: (at.textContent ?? '').trim(),
      isMarked:
        (outlineStyle !== 'none' && outlineWidth !== '0px') ||
        boxShadow !== 'none' ||
        own.outlineStyle !== 'none',
      isSeen: top !== null && (at.contains(top) || target.contains(top) || top.contains(at)),
    };
  });

const dayParts = { Month: 1, Day: 2, Year: 0 } as const;

async function choose(page: Page, value: string): Promise<void> {
  const label = await page.evaluate(
    (value) =>
      [...(document.activeElement as HTMLSelectElement).options].find((option) => option.value === value)
        ?.text ?? '',
    value,
  );
  await page.keyboard.type(label);
}

async function pick(page: Page, value: string): Promise<void> {
  const now = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  await page.keyboard.press('Space');
  for (let times = 0; times < 10 && (await now()) !== value; times += 1)
    await page.keyboard.press('ArrowDown');
}

/** Answers the question that has the focus. */
async function answer(page: Page, { tag, type, name, part }: Focused, answers: Answers): Promise<void> {
  const day = dayParts[part as keyof typeof dayParts];
  const key = day === undefined || name in answers ? name : name.replace(/-\w+$/, '');
  const whole = answers[key] ?? '';
  if (isEmpty(whole)) return;
  const isDay = day !== undefined && /^\d{4}-\d\d-\d\d$/.test(String(whole));
  const value = isDay ? String(Number(String(whole).split('-')[day])) : String(whole);
  if (type === 'checkbox') return page.keyboard.press('Space');
  if (type === 'radio') return pick(page, value);
  if (tag === 'select') return choose(page, value);
  await page.keyboard.type(type === 'tel' ? value.replace(/\D/g, '') : value);
}

/** Goes through a page with the Tab key alone, answers each question, and presses the named button. */
async function walk(page: Page, answers: Answers, until: string): Promise<void> {
  for (let stops = 0; stops < 400; stops += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    // A part of the page that loads may move it.
    const isVisible = () => focused(page).then(({ isMarked, isSeen }) => isMarked && isSeen);
    await expect.poll(isVisible, `${at.tag} ${at.name} ${at.text} can be seen when focused`).toBe(true);
    if (at.text === until) return page.keyboard.press('Enter');
    await answer(page, at, answers);
  }
  throw new Error(`Tab never came to ${until}.`);
}

test('an applicant completes the whole application without a mouse', async ({ page }) => {
  const { email: username, password } = newApplicant();
  await page.goto('/signup');
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await walk(page, { username, password }, 'Submit');
  await expect(heading(page, 'Confirm Your Account')).toBeVisible();
  await walk(page, { code: await codeFor(page, username) }, 'Submit');
  await expect(heading(page, 'Log In')).toBeVisible();
  // The address is filled in.
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  const answers = fewestAnswers();
  await expect(heading(page, 'About You')).toBeVisible();
  await walk(page, answers, 'Save and Continue');
  await expect(heading(page, 'Academics')).toBeVisible();
  await walk(page, answers, 'Save and Continue');
  await expect(heading(page, 'Final Steps')).toBeVisible();
  await walk(page, answers, 'Submit');
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText('Your application was successfully submitted.').first()).toBeVisible();
});
