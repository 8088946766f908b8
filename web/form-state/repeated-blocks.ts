import { isEmpty, keysOfBlock, moveBlocksPatch, type Patch } from '../../shared/form/index.ts';
import { forgetAutofillOrigins } from './autofill-origins.ts';
import { applyConsequences, commitChanges, storeAndSave } from './edit-answer.ts';
import { formStore, getAnswers } from './form-store.ts';
import { partnerForm } from './partner-form.ts';
import { saveCount } from './save-count.ts';

/** One of several blocks with the same questions, such as the second college. */
export interface RepeatedBlock {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly label: string;
}

const countOf = (id: string): number => formStore.getState().counts[id] ?? 1;
export const nameOf = ({ label, number }: RepeatedBlock): string => `${label} ${number}`;
export const hasBlockAnswers = ({ id, number }: RepeatedBlock): boolean =>
  keysOfBlock(partnerForm(), id, number).some((key) => !isEmpty(getAnswers()[key]));

/** Stores the moved answers and offers to undo the move. */
function store(id: string, patch: Patch, message: string, undo?: () => Promise<boolean>): void {
  const before = Object.keys(patch).map((key): [string, string | boolean] => [key, getAnswers()[key] ?? '']);
  // Answers in another block are the applicant's own: they no longer belong to the look-up that filled them.
  forgetAutofillOrigins((key) => key === id || key.startsWith(`${id}_`));
  storeAndSave(patch);
  const isCleared = ([key]: readonly [string, unknown]) => isEmpty(patch[key]);
  applyConsequences({
    cleared: Object.fromEntries(before.filter((each) => isCleared(each) && !isEmpty(each[1]))),
    replaced: Object.fromEntries(before.filter((each) => !isCleared(each))),
    message,
    reopen: undo,
  });
}

/** Removes a block: the blocks after it move up. Resolves to false when the new count cannot be saved. */
export async function removeBlock(block: RepeatedBlock): Promise<boolean> {
  const { id, number } = block;
  const count = countOf(id);
  commitChanges();
  const remaining = Array.from({ length: count }, (_, index) => index + 1).filter((each) => each !== number);
  const patch = moveBlocksPatch(partnerForm(), id, [...remaining, undefined], getAnswers());
  if (!(await saveCount(id, count - 1, `Error removing ${nameOf(block)}`))) return false;
  store(id, patch, `${nameOf(block)} removed`, () =>
    saveCount(id, count, `Error restoring ${nameOf(block)}`),
  );
  return true;
}

/** Exchanges a block with the one before or after it. */
export function moveBlock(block: RepeatedBlock, by: -1 | 1): void {
  const { id, number } = block;
  commitChanges();
  const order = Array.from({ length: countOf(id) }, (_, index) => index + 1);
  [order[number - 1], order[number - 1 + by]] = [number + by, number];
  const patch = moveBlocksPatch(partnerForm(), id, order, getAnswers());
  store(id, patch, `${nameOf(block)} is now ${nameOf({ ...block, number: number + by })}`);
}
