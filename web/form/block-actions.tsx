import { useState } from 'react';
import {
  hasBlockAnswers,
  moveBlock,
  nameOf,
  type RepeatedBlock,
  removeBlock,
} from '../form-state/repeated-blocks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface Props {
  readonly block: RepeatedBlock;
  readonly count: number;
  /** Called before the block is removed. */
  readonly onRemove: (number: number) => void;
  /** Called after the block has another number. */
  readonly onMove: (number: number) => void;
}

/** Moves or removes one of several repeated blocks. A block with answers is removed after a confirmation. */
export default function BlockActions({ block, count, onRemove, onMove }: Props) {
  const { number } = block;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const closeDialog = () => setDialogOpen(false);
  const remove = async () => {
    closeDialog();
    setBusy(true);
    onRemove(number);
    await removeBlock(block);
    setBusy(false);
  };
  const moveButton = (by: -1 | 1, label: string) => (
    <Button
      look="quiet"
      size="fit"
      data-move={by}
      onClick={() => {
        moveBlock(block, by);
        onMove(number + by);
      }}
    >
      {label}
      <span className="unseen"> {nameOf(block)}</span>
    </Button>
  );
  return (
    <div className="block-actions">
      {number > 1 && moveButton(-1, 'Move up')}
      {number < count && moveButton(1, 'Move down')}
      <Button
        look="quiet"
        size="fit"
        isBusy={isBusy}
        onClick={() => (hasBlockAnswers(block) ? setDialogOpen(true) : void remove())}
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
            <Button size="fit" onClick={closeDialog}>
              Cancel
            </Button>
            <Button look="danger" size="fit" onClick={() => void remove()}>
              Remove
            </Button>
          </>
        }
      >
        <p>Are you sure you want to remove {nameOf(block)}? Its answers will be deleted.</p>
      </Dialog>
    </div>
  );
}
