import { hasBlockAnswers, nameOf, type RepeatedBlock, removeBlock } from '../form-state/repeated-blocks.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import { useAction } from '../ui/use-action.ts';

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
    <div className="block-actions">
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
