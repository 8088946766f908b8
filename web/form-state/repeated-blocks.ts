import { isEmpty, keysOfBlock, removeBlockPatch } from '../../shared/form/index.ts';
import { speak } from '../ui/speak.ts';
import { applyConsequences, commitChanges, storeAndSave } from './edit-answer.ts';
import { formStore, getAnswers } from './form-store.ts';
import { partnerForm } from './partner-form.ts';
import { saveCount } from './save-count.ts';
import { withdrawUndo } from './undo.ts';

/** One of several blocks with the same questions, such as the second college. */
export interface RepeatedBlock {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly label: string;
}

const countOf = (id: string): number => formStore.get().counts[id] ?? 1;
export const nameOf = ({ label, number }: RepeatedBlock): string => `${label} ${number}`;
export const hasBlockAnswers = ({ id, number }: RepeatedBlock): boolean =>
  keysOfBlock(partnerForm(), id, number).some((key) => !isEmpty(getAnswers()[key]));

/** Removes a block: the blocks after it move up. Resolves to false when the new count cannot be saved. */
export async function removeBlock(block: RepeatedBlock): Promise<boolean> {
  const { id, number } = block;
  const count = countOf(id);
  commitChanges();
  const patch = removeBlockPatch(partnerForm(), { id, number, count }, getAnswers());
  if (!(await saveCount(id, count - 1, `Error removing ${nameOf(block)}`))) return false;
  withdrawUndo();
  storeAndSave(patch);
  applyConsequences();
  speak(`${nameOf(block)[0]?.toUpperCase()}${nameOf(block).slice(1)} removed.`);
  return true;
}
