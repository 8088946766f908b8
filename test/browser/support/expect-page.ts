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

/** The value of every named control of the page, read in one go. */
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

/** The questions of a page whose answer is the value of a control. */
const questionsOn = (path: string, answers: Answers, tabs?: FormState['tabs']): readonly PlacedQuestion[] =>
  walk(form).questions.filter(
    ({ page, question, rules }) =>
      page === path && question.kind !== 'document' && isVisible(rules, { answers, counts, tabs }),
  );

/** A checkbox without an answer looks like one that is not checked. */
const among = (questions: readonly PlacedQuestion[], answers: Answers) =>
  Object.fromEntries(
    questions
      .flatMap(({ key, question }) => storedKeys(key, question))
      .map((key) => [key, answers[key] || '']),
  );

/** Expects every answer of one page in its field, repeated blocks included. */
export async function expectPage(
  page: Page,
  path: string,
  answers: Answers = completeAnswers,
  tabs?: FormState['tabs'],
): Promise<void> {
  const questions = questionsOn(path, answers, tabs);
  const shown = async () => {
    const found = await controls(page);
    for (const { key, question } of questions)
      if (question.kind === 'date') found[key] = await dayShown(page, key);
    return among(questions, found);
  };
  await expect.poll(shown).toEqual(among(questions, answers));
}

/** Expects that the server has stored every answer of one page. */
export async function expectSaved(
  page: Page,
  path: string,
  answers: Answers = completeAnswers,
  tabs?: FormState['tabs'],
): Promise<void> {
  const questions = questionsOn(path, answers, tabs);
  const saved = async () => {
    const { answer } = (await (await page.request.get('/api/profile')).json()) as { answer: Answers };
    return among(questions, answer);
  };
  await expect.poll(saved).toEqual(among(questions, answers));
}
