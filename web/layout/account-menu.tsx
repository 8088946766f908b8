import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { OptionalPart } from './optional-part.tsx';

const AccountPanel = lazyWithRetry(async () => ({
  default: (await import('./account-panel.tsx')).AccountPanel,
}));

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
      <OptionalPart>
        <Deferred>
          <AccountPanel />
        </Deferred>
      </OptionalPart>
    </div>
  </div>
);
