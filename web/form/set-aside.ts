import { clearing, type Patch, type Value } from '../../shared/form/index.ts';
import { ourForm } from './our-form.ts';
import { answersNow, standing } from './standing.ts';

/** What hidden questions held, given back when the choice returns in the same visit (accessibility, 3.3.4). */
const hidden = new Map<string, Value>();

/** What the selects held that depend on another answer, for each answer that it had. */
const dependents = new Map<string, Patch>();

export function forgetSetAside(): void {
  hidden.clear();
  dependents.clear();
}

/** What was removed on purpose does not return. */
export function forgetAnswers(keys: Iterable<string>): void {
  for (const key of keys) hidden.delete(key);
}

const isBlank = (key: string): boolean => (answersNow()[key] ?? '') === '';

/** Remembers the answers that hide. Call it before they are emptied. */
export function setAside(emptied: Patch): void {
  for (const key of Object.keys(emptied)) hidden.set(key, answersNow()[key] ?? '');
}

/** What was set aside and shows again. */
export function returning(emptied: Patch): Patch {
  const candidates = [...hidden].filter(([key]) => !(key in emptied) && isBlank(key));
  if (candidates.length === 0) return {};
  const now = standing.getState();
  const stillHidden = clearing(ourForm(), {
    ...now,
    answers: { ...now.answers, ...Object.fromEntries(candidates) },
  });
  const returned = candidates.filter(([key]) => !(key in stillHidden));
  for (const [key] of returned) hidden.delete(key);
  return Object.fromEntries(returned);
}

const place = (key: string, value: Value) => `${key} ${value}`;

/** Remembers what one answer empties in others that depend on it. Call it before they are emptied. */
export function setDependentsAside(key: string, patch: Patch): Patch {
  const held = Object.keys(patch).filter(
    (each) => each !== key && each !== `${key}_desc` && patch[each] === '' && !isBlank(each),
  );
  const emptied = Object.fromEntries(held.map((each) => [each, answersNow()[each] ?? '']));
  if (held.length > 0) dependents.set(place(key, answersNow()[key] ?? ''), emptied);
  return emptied;
}

/** What depended on an answer when it last had this value. */
export function dependentsReturning(key: string, value: Value): Patch {
  const held = dependents.get(place(key, value)) ?? {};
  dependents.delete(place(key, value));
  return Object.fromEntries(Object.entries(held).filter(([each]) => isBlank(each)));
}
