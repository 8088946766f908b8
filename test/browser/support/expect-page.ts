import {
  type Answers,
  type FormState,
  isVisible,
  type PlacedQuestion,
  storedKeys,
  walk,
} from '../../../shared/form/index.ts';
import { completeAnswers, counts, form } from './fill-page.ts';
import { expect, type Page } from './test.ts';

type Shown = Record<string, string | boolean>;

/** What every named control of the page holds, read in one go. */
const controls = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const shown: Record<string, string | boolean> = {};
    for (const control of document.querySelectorAll<HTMLInputElement>('form [name]'))
      if (control.type === 'checkbox') shown[control.name] = control.checked;
      else if (control.type !== 'radio' || control.checked) shown[control.name] = control.value;
    return shown;
  });

async function dayShown(page: Page, key: string): Promise<string> {
  const field = page.locator(`#${key}`);
  const part = async (label: string) => (await field.getByLabel(label).inputValue()).padStart(2, '0');
  return `${await part('Year')}-${await part('Month')}-${await part('Day')}`;
}

/** The questions of a page whose answer stands in a control. */
const askedOn = (path: string, answers: Answers, tabs?: FormState['tabs']): readonly PlacedQuestion[] =>
  walk(form).questions.filter(
    ({ page, question, rules }) =>
      page === path && question.kind !== 'document' && isVisible(rules, { answers, counts, tabs }),
  );

/** A box that was never touched and one that is not ticked look alike. */
const among = (asked: readonly PlacedQuestion[], answers: Answers) =>
  Object.fromEntries(
    asked.flatMap(({ key, question }) => storedKeys(key, question)).map((key) => [key, answers[key] || '']),
  );

/** Every answer of one page stands in its field, repeated blocks included. */
export async function expectPage(
  page: Page,
  path: string,
  answers: Answers = completeAnswers,
  tabs?: FormState['tabs'],
): Promise<void> {
  const asked = askedOn(path, answers, tabs);
  const shown = async () => {
    const found = await controls(page);
    for (const { key, question } of asked)
      if (question.kind === 'date') found[key] = await dayShown(page, key);
    return among(asked, found);
  };
  await expect.poll(shown).toEqual(among(asked, answers));
}

/** Every answer of one page has reached the server. */
export async function expectSaved(
  page: Page,
  path: string,
  answers: Answers = completeAnswers,
  tabs?: FormState['tabs'],
): Promise<void> {
  const asked = askedOn(path, answers, tabs);
  const saved = async () => {
    const { answer } = (await (await page.request.get('/api/profile')).json()) as { answer: Answers };
    return among(asked, answer);
  };
  await expect.poll(saved).toEqual(among(asked, answers));
}
