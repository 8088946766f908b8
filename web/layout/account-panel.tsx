import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { saveInBackground } from '../form-state/navigation.ts';
import { logOut, saveAll } from '../session/log-out.ts';
import { securityPath } from '../session/paths.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAction } from '../ui/use-action.ts';
import './account-panel.css';

const Envelope = () => (
  <svg viewBox="0 0 20 16" aria-hidden="true" className="envelope">
    <path d="M1.5 1.5h17v13h-17zl8.5 7 8.5-7" />
  </svg>
);

/** The content of the account popover for a logged-in applicant. */
export function AccountPanel() {
  const username = useSession((state) => state.username);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { run: saveAndLogOut, isBusy } = useAction(async () => {
    if (await saveAll()) await logOut();
    else setDialogOpen(true);
  });
  return (
    <>
      <p className="username" translate="no">
        <Envelope />
        {username.toLowerCase()}
      </p>
      <SecurityButton />
      <Button size="wide" isBusy={isBusy} onClick={() => saveAndLogOut()}>
        Log Out
      </Button>
      {createPortal(
        <UnsavedDialog isOpen={isDialogOpen} onClose={() => setDialogOpen(false)} />,
        document.body,
      )}
    </>
  );
}

/** Opens the account page, and saves like any other way to leave a form page. */
function SecurityButton() {
  const navigate = useNavigate();
  return (
    <Button
      size="wide"
      popoverTarget="account-menu"
      popoverTargetAction="hide"
      onClick={() => {
        saveInBackground();
        navigate(securityPath);
      }}
    >
      Account and Security
    </Button>
  );
}

/**
 * Asks before a log-out that would lose unsaved answers. Rendered outside the popover, because opening a
 * dialog closes it.
 */
const UnsavedDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Some answers are not saved"
    isAlert
    actions={
      <>
        <Button look="primary" size="wide" autoFocus onClick={onClose}>
          Stay logged in
        </Button>
        <Button
          size="wide"
          onClick={() => {
            onClose();
            void logOut();
          }}
        >
          Log out anyway
        </Button>
      </>
    }
  >
    <p>We couldn't save your latest changes yet. If you log out now, you'll lose them.</p>
  </Dialog>
);
