import { useRef } from 'react';
import { useGoToAccount } from '../form/go-on.ts';
import { logOut } from '../session/leave.ts';
import { useSnapshot } from '../session/snapshot.ts';
import { Button } from '../ui/button.tsx';

const Envelope = () => (
  <svg viewBox="0 0 20 16" aria-hidden="true" className="envelope">
    <path d="M1.5 1.5h17v13h-17zl8.5 7 8.5-7" />
  </svg>
);

/** The account popover; light dismissal and Esc are the browser's own. */
export function AccountMenu() {
  const isLoggedIn = useSnapshot(({ is_logged_in }) => is_logged_in);
  const menu = useRef<HTMLDivElement>(null);
  return (
    <div className="account-menu">
      <button type="button" className="button" data-look="ghost" data-size="fit" popoverTarget="account-menu">
        Account
      </button>
      <div ref={menu} id="account-menu" popover="auto" className="popover" role="dialog" aria-label="Account">
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
        {isLoggedIn ? <Applicant /> : <Visitor />}
      </div>
    </div>
  );
}

function Applicant() {
  const username = useSnapshot((state) => state.username);
  return (
    <>
      <p className="username">
        <Envelope />
        {username.toLowerCase()}
      </p>
      <Button size="wide" onClick={() => void logOut()}>
        Log Out
      </Button>
    </>
  );
}

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
