import { useGoToAccount } from '../form-state/navigation.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/retry.ts';
import { OptionalPart } from './optional-part.tsx';

const AccountPanel = lazyWithRetry(async () => ({
  default: (await import('./account-panel.tsx')).AccountPanel,
}));

/** Only the panel of an applicant loads later: it is larger, and needs a session. */
function Panel() {
  const goToAccount = useGoToAccount();
  if (useSession(({ is_logged_in }) => is_logged_in))
    return (
      <OptionalPart>
        <Deferred>
          <AccountPanel />
        </Deferred>
      </OptionalPart>
    );
  return (
    <>
      <Button look="primary" size="wide" onClick={() => goToAccount('/login')}>
        Sign In
      </Button>
      <Button size="wide" onClick={() => goToAccount('/signup')}>
        Create Account
      </Button>
    </>
  );
}

/** The account popover. The browser closes it on Esc or a click outside. */
export const AccountMenu = () => (
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
      <Panel />
    </div>
  </div>
);
