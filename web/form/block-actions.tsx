import { useState } from 'react';
import { hasBlockAnswers, nameOf, type RepeatedBlock, removeBlock } from '../form-state/repeated-blocks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAction } from '../ui/use-action.ts';

interface Props {
  readonly block: RepeatedBlock;
  /** Called before the block is removed. */
  readonly onRemove: (number: number) => void;
}

/** Removes one of several repeated blocks. A block with answers is removed after a confirmation. */
export default function BlockActions({ block, onRemove }: Props) {
  const { number } = block;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const closeDialog = () => setDialogOpen(false);
  const { run: remove, isBusy } = useAction(() => {
    closeDialog();
    onRemove(number);
    return removeBlock(block);
  });
  return (
    <div className="block-actions">
      <Button
        look="quiet"
        size="fit"
        isBusy={isBusy}
        onClick={() => (hasBlockAnswers(block) ? setDialogOpen(true) : remove())}
      >
        Remove {nameOf(block)}
      </Button>
      <Dialog
        isOpen={isDialogOpen}
        onClose={closeDialog}
        title={`Remove ${nameOf(block)}`}
        isAlert
        actions={
          <>
            <Button onClick={closeDialog}>Cancel</Button>
            <Button look="danger" onClick={() => remove()}>
              Remove
            </Button>
          </>
        }
      >
        <p>{`Remove this ${block.label}? These answers will be deleted.`}</p>
      </Dialog>
    </div>
  );
}
