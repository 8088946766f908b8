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
  /** Before the block goes. */
  readonly onRemove: () => void;
}

/** Takes the block back that was added last, with its answers, once somebody has said so (decision D-73). */
export default function RemoveLast({ id, count, label, onRemove }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const what = `${label} ${count}`;
  const stay = () => setAsking(false);

  const remove = async () => {
    stay();
    setBusy(true);
    onRemove();
    if (await saveCount(id, count - 1, `Error removing ${what}`)) {
      // They were removed on purpose, so nothing offers to restore them.
      clearHidden();
      revalidate();
      announce(`${what} removed`);
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="quiet" size="fit" isBusy={isBusy} onClick={() => setAsking(true)}>
        Remove {what}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={stay}
        title={`Remove ${what}`}
        isAlert
        actions={
          <>
            <Button size="fit" onClick={stay}>
              Cancel
            </Button>
            <Button look="danger" size="fit" onClick={() => void remove()}>
              Remove
            </Button>
          </>
        }
      >
        <p>Are you sure you want to remove {what}? Its answers will be deleted.</p>
      </Dialog>
    </>
  );
}
