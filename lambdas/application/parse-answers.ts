import {
  type Answers,
  dataModel,
  type Patch,
  storageError,
  type Value,
  withOptionLabels,
} from '../../shared/form/index.ts';
import { ApiError } from '../runtime/errors.ts';
import { application } from './form.ts';

export interface ParsedAnswers {
  readonly patch: Patch;
  /** Keys that the form does not ask (decision D-40), and words that came without their code. */
  readonly ignored: readonly string[];
}

/**
 * What of a save can be stored, with the form's own words beside each choice, and what cannot. A value that does not
 * fit refuses it all.
 */
export function parseAnswers(answer: Readonly<Record<string, unknown>>): ParsedAnswers {
  const form = application();
  const model = dataModel(form);
  const patch: Record<string, Value> = {};
  const ignored: string[] = [];
  for (const [key, value] of Object.entries(answer)) {
    const field = model.get(key);
    if (field === undefined) {
      ignored.push(key.slice(0, 64).toWellFormed());
      continue;
    }
    const fault = storageError(field, value);
    if (fault !== undefined) throw new ApiError('invalid', `${key} ${fault}.`);
    if (isValue(value)) patch[key] = value;
  }
  const kept = definedOnly(withOptionLabels(form, patch));
  return { patch: kept, ignored: [...ignored, ...Object.keys(patch).filter((key) => !(key in kept))] };
}

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'boolean';

/** The same answers as a map that no reader has to check for undefined. */
export const definedOnly = (answers: Answers): Patch =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );

/** The page under which an answer is stored. */
export const pageOf = (key: string): string => dataModel(application()).get(key)?.page ?? '/about';
