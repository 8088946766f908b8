import {
  type Answers,
  cleanValue,
  dataModel,
  type Patch,
  storageError,
  type Value,
  withOptionLabels,
} from '../../shared/form/index.ts';
import { partnerForm } from './form.ts';

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
