import { useState } from 'react';
import { useGoToAccount } from '../form-state/navigation.ts';
import { logOut, saveAll } from '../session/end-session.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const Envelope = () => (
  <svg viewBox="0 0 20 16" aria-hidden="true" className="envelope">
    <path d="M1.5 1.5h17v13h-17zl8.5 7 8.5-7" />
  </svg>
);

/** The account popover; light dismissal and Esc are the browser's own. */
export function AccountMenu() {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="account-menu">
      <button type="button" className="button" data-look="ghost" data-size="fit" popoverTarget="account-menu">
        Account
      </button>
      <div id="account-menu" popover="auto" className="popover" role="dialog" aria-label="Account">
        <button
          type="button"
          className="icon-button"
          popoverTarget="account-menu"
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <span aria-hidden="true">×</span>
        </button>
        <p className="popover-title">Account</p>
        {isLoggedIn ? <Applicant onUnsaved={() => setAsking(true)} /> : <Visitor />}
      </div>
      <AskFirst isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

function Applicant({ onUnsaved }: { onUnsaved: () => void }) {
  const username = useSession((state) => state.username);
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    const isSaved = await saveAll();
    setBusy(false);
    if (isSaved) await logOut();
    else onUnsaved();
  };
  return (
    <>
      <p className="username">
        <Envelope />
        {username.toLowerCase()}
      </p>
      <Button size="wide" isBusy={isBusy} onClick={() => void leave()}>
        Log Out
      </Button>
    </>
  );
}

/** Logging out forgets what is not saved, so it asks first. It lies beside the popover, which a dialog closes. */
const AskFirst = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
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
          Log out without them
        </Button>
      </>
    }
  >
    <p>We could not save your last changes, and we will keep trying. If you log out now, they are lost.</p>
  </Dialog>
);

function Visitor() {
  const go = useGoToAccount();
  return (
    <>
      <Button look="primary" size="wide" onClick={() => go('/login')}>
        Sign In
      </Button>
      <Button size="wide" onClick={() => go('/signup')}>
        Create Account
      </Button>
    </>
  );
}
