import { isEmpty, keysOfBlock, removeBlockPatch } from '../../shared/form/index.ts';
import { applyConsequences, commitChanges, storeAndSave, withdrawUndo } from '../form-state/edit-answer.ts';
import { formStore, getAnswers } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { saveCount } from '../form-state/repeated-blocks.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import { speak } from '../ui/speak.ts';
import { useAction } from '../ui/use-action.ts';

/** One of several blocks with the same questions, such as the second college. */
interface RepeatedBlock {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly label: string;
}

const countOf = (id: string): number => formStore.get().counts[id] ?? 1;
const nameOf = ({ label, number }: RepeatedBlock): string => `${label} ${number}`;
const hasBlockAnswers = ({ id, number }: RepeatedBlock): boolean =>
  keysOfBlock(partnerForm(), id, number).some((key) => !isEmpty(getAnswers()[key]));

/** Removes a block: the blocks after it move up. Resolves to false when the new count cannot be saved. */
async function removeBlock(block: RepeatedBlock): Promise<boolean> {
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

interface Props {
  readonly block: RepeatedBlock;
  /** Called before the block is removed. */
  readonly onRemove: (number: number) => void;
}

/** Removes one of several repeated blocks. A block with answers is removed after a confirmation. */
export default function BlockActions({ block, onRemove }: Props) {
  const { number } = block;
  const { run: remove, isBusy } = useAction(() => {
    onRemove(number);
    return removeBlock(block);
  });
  const { ask, dialog } = useConfirmation(async (close) => {
    close();
    remove();
  });
  return (
    <div className="row block-actions">
      <Button
        look="quiet"
        size="fit"
        isBusy={isBusy}
        onClick={() => (hasBlockAnswers(block) ? ask() : remove())}
      >
        Remove {nameOf(block)}
      </Button>
      <ConfirmDialog {...dialog} title={`Remove ${nameOf(block)}`} action="Remove">
        <p>{`Remove this ${block.label}? These answers will be deleted.`}</p>
      </ConfirmDialog>
    </div>
  );
}
