import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface Props {
  /** What would be removed: 'honor 3'. */
  readonly what: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

/** Takes the block back that was added last, once somebody has said so (decision D-73). */
export function RemoveLast({ what, isBusy, onRemove }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="quiet" size="fit" isBusy={isBusy} onClick={() => setAsking(true)}>
        Remove {what}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${what}`}
        isAlert
        actions={
          <>
            <Button size="fit" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              look="danger"
              size="fit"
              onClick={() => {
                setAsking(false);
                onRemove();
              }}
            >
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
