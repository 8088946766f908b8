import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AddAnother,
  type Answers,
  allBlocks,
  type CheckboxesQuestion,
  type FormState,
  isVisible,
  type PlacedQuestion,
  storedKeys,
  walk,
} from '../../../shared/form/index.ts';
import { university } from '../../../shared/partners/index.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import type { Page } from './test.ts';

const file = join(import.meta.dirname, '../../support/complete-answers.json');

/** A complete set of answers without a validation error. */
export const completeAnswers = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
  Record<string, string | boolean>
>;

export const form = applicationOf(university, new Date().toISOString().slice(0, 10));

async function fillDay(page: Page, key: string, value: string): Promise<void> {
  const [year = '', month = '', day = ''] = value.split('-');
  const field = page.locator(`#${key}`);
  await field.getByLabel('Month').focus();
  await field.getByLabel('Month').selectOption(String(Number(month)));
  await field.getByLabel('Day').fill(String(Number(day)));
  await field.getByLabel('Year').fill(year);
}

async function fillMonthYear(page: Page, key: string, answers: Answers): Promise<void> {
  const field = page.locator(`#${key}_month`);
  await field.getByLabel('Month').focus();
  await field.getByLabel('Month').selectOption(String(answers[`${key}_month`]));
  await field.getByLabel('Year').selectOption(String(answers[`${key}_year`]));
}

async function checkBoxes(
  page: Page,
  key: string,
  { boxes }: CheckboxesQuestion,
  answers: Answers,
): Promise<void> {
  for (const name of Object.keys(boxes))
    if (answers[`${key}_${name}`] === true) await page.locator(`input[name="${key}_${name}"]`).check();
}

async function fillQuestion(
  page: Page,
  { key, question }: PlacedQuestion,
  { answers, isTyped }: Required<Pick<Filling, 'answers' | 'isTyped'>>,
): Promise<void> {
  if (question.kind === 'monthYear') return fillMonthYear(page, key, answers);
  if (question.kind === 'checkboxes') return checkBoxes(page, key, question, answers);
  const fold = page.locator('details.folded:not([open])', { has: page.locator(`#${key}`) });
  const value = answers[key];
  if (value === undefined || value === '' || value === false || question.kind === 'document') return;
  if ((await fold.count()) > 0) await fold.locator('summary').click();
  const field = page.locator(`#${key}`);
  if (question.kind === 'date') return fillDay(page, key, String(value));
  if (question.kind === 'radio') return field.locator(`input[value="${value}"]`).check();
  if (question.kind === 'checkbox') return field.getByRole('checkbox').check();
  if (question.kind === 'select' || question.kind === 'dependentSelect') {
    await field.getByRole('combobox').focus(); // A long list is there when the applicant reaches for it.
    await field.getByRole('combobox').selectOption(String(value));
    return;
  }
  const typed = field.locator('input, textarea').first();
  if (question.kind === 'autocomplete' && isTyped)
    await typed.pressSequentially(String(value), { delay: 20 });
  else await typed.fill(String(value));
  // Suggestions cover the next question until the field loses focus.
  if (question.kind === 'autocomplete') await typed.blur();
}

const addAnothers = allBlocks(form).filter((block): block is AddAnother => block.type === 'addAnother');

/** The counts with every repeated block open. */
export const counts = Object.fromEntries(addAnothers.map(({ id, branches }) => [id, branches.length]));

/** Opens the block of a question unless it is open; each block once. */
async function openBlock(page: Page, { key, rules }: PlacedQuestion, opened: Set<string>): Promise<void> {
  const count = rules.find((guard) => guard.on === 'count');
  if (count === undefined || count.number === 1 || opened.has(`${count.id} ${count.number}`)) return;
  opened.add(`${count.id} ${count.number}`);
  const first = page.locator(`[id^="${key}"]`).first();
  if ((await first.count()) > 0) return;
  const label = addAnothers.find(({ id }) => id === count.id)?.label;
  await page.getByRole('button', { name: `Add Another ${label}`, exact: true }).click();
  await first.waitFor();
}

interface Filling {
  readonly answers?: Answers;
  readonly tabs?: FormState['tabs'];
  /** The answers that are already in the fields. */
  readonly saved?: Answers;
  /** Types what look-ups search for key by key, as people do. */
  readonly isTyped?: boolean;
}

/** Answers every visible question of one page in order and opens every repeated block. */
export async function fillPage(
  page: Page,
  path: string,
  { answers = completeAnswers, tabs, saved = {}, isTyped = false }: Filling = {},
): Promise<void> {
  const opened = new Set<string>();
  const isNew = ({ key, question }: PlacedQuestion) =>
    storedKeys(key, question).some((each) => answers[each] !== saved[each]);
  for (const placed of walk(form).questions)
    if (placed.page === path && isNew(placed) && isVisible(placed.rules, { answers, counts, tabs })) {
      await openBlock(page, placed, opened);
      await fillQuestion(page, placed, { answers, isTyped });
    }
}
