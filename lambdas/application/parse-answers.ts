import {
  type Answers,
  allBlocks,
  cleanValue,
  dataModel,
  type Patch,
  storageError,
  type Value,
  withOptionLabels,
} from '../../shared/form/index.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from '../runtime/form.ts';

export interface ParsedAnswers {
  readonly patch: Patch;
  /** Keys that the form does not have, and labels sent without their option's code. */
  readonly ignored: readonly string[];
  /** Why a value of the wrong type or length is not stored, by its key, as the end of a sentence. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * Splits a save into answers to store, refused ones and ignored keys: a refused answer does not keep others
 * from being saved. Text is cleaned, and the form's own labels are stored with the choices.
 */
export function parseAnswers(answer: Readonly<Record<string, unknown>>): ParsedAnswers {
  const form = partnerForm();
  const model = dataModel(form);
  const patch: Record<string, Value> = {};
  const refused: Record<string, string> = {};
  const ignored: string[] = [];
  for (const [key, sent] of Object.entries(answer)) {
    const field = model.get(key);
    if (field === undefined) {
      ignored.push(key.slice(0, 64).toWellFormed());
      continue;
    }
    const value = cleanValue(field, sent);
    const error = storageError(field, value);
    if (error !== undefined) refused[key] = error;
    else if (isValue(value)) patch[key] = value;
  }
  const kept = definedOnly(withOptionLabels(form, patch));
  const unlabeled = Object.keys(patch).filter((key) => !(key in kept));
  return { patch: kept, ignored: [...ignored, ...unlabeled], refused };
}

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'boolean';

/** The same answers, typed as a map without undefined values. */
export const definedOnly = (answers: Answers): Patch =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );

// Pages, tabs and repeated blocks that calls name, compared with those of the form.

/** Rejects a path that is no page of the form. */
export function requirePage(path: string): void {
  if (partnerForm().pages.some((page) => page.path === path)) return;
  throw new ApiError('invalid', 'last_page: the path of a page of the form is expected.');
}

/** Rejects a tab that its group does not have. */
export function requireTab(group: string, tab: string): void {
  const found = allBlocks(partnerForm()).find((block) => block.type === 'tabs' && block.id === group);
  if (found?.type !== 'tabs') throw new ApiError('invalid', 'tab_id: the form has no such group of tabs.');
  if (!found.branches.some(({ id }) => id === tab))
    throw new ApiError('invalid', `chosen_tab: ${group} has no such tab.`);
}

/**
 * Rejects a count above the limit of its group. For groups that the form does not have, only the general
 * limit applies.
 */
export function requireCountWithinLimit(id: string, count: number): void {
  const group = allBlocks(partnerForm()).find((block) => block.type === 'addAnother' && block.id === id);
  if (group?.type !== 'addAnother' || count <= group.branches.length) return;
  throw new ApiError('invalid', `num_components: at most ${group.branches.length} for ${id}.`);
}
