import { useState } from 'react';
import { clearHidden } from '../form-state/edit-answer.ts';
import { revalidate } from '../form-state/errors.ts';
import { saveCount } from '../form-state/save-count.ts';
import { announce } from '../form-state/status-message.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface Props {
  readonly id: string;
  readonly count: number;
  readonly label: string;
  /** Called before the block is removed. */
  readonly onRemove: () => void;
}

/** Removes the last block and its answers after the applicant has confirmed. */
export default function RemoveLast({ id, count, label, onRemove }: Props) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const blockName = `${label} ${count}`;
  const closeDialog = () => setDialogOpen(false);

  const remove = async () => {
    closeDialog();
    setBusy(true);
    onRemove();
    if (await saveCount(id, count - 1, `Error removing ${blockName}`)) {
      // The applicant removed these on purpose, so there is no offer to restore them.
      clearHidden();
      revalidate();
      announce(`${blockName} removed`);
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="quiet" size="fit" isBusy={isBusy} onClick={() => setDialogOpen(true)}>
        Remove {blockName}
      </Button>
      <Dialog
        isOpen={isDialogOpen}
        onClose={closeDialog}
        title={`Remove ${blockName}`}
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
        <p>Are you sure you want to remove {blockName}? Its answers will be deleted.</p>
      </Dialog>
    </>
  );
}
