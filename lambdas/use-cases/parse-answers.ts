import {
  type Answers,
  dataModel,
  type Patch,
  storageError,
  type Value,
  withOptionLabels,
} from '../../shared/form/index.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from './form.ts';

export interface ParsedAnswers {
  readonly patch: Patch;
  /** Keys that the form does not have, and labels sent without their option's code. */
  readonly ignored: readonly string[];
}

/**
 * Splits a save into answers to store and ignored keys. The form's own labels are stored with the choices.
 * One value of the wrong type or length rejects the whole save.
 */
export function parseAnswers(answer: Readonly<Record<string, unknown>>): ParsedAnswers {
  const form = partnerForm();
  const model = dataModel(form);
  const patch: Record<string, Value> = {};
  const ignored: string[] = [];
  for (const [key, value] of Object.entries(answer)) {
    const field = model.get(key);
    if (field === undefined) {
      ignored.push(key.slice(0, 64).toWellFormed());
      continue;
    }
    const error = storageError(field, value);
    if (error !== undefined) throw new ApiError('invalid', `${key} ${error}.`);
    if (isValue(value)) patch[key] = value;
  }
  const kept = definedOnly(withOptionLabels(form, patch));
  return { patch: kept, ignored: [...ignored, ...Object.keys(patch).filter((key) => !(key in kept))] };
}

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'boolean';

/** The same answers, typed as a map without undefined values. */
export const definedOnly = (answers: Answers): Patch =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
