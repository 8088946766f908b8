import { useEffect, useState } from 'react';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { call } from '../api-client/call.ts';
import { showErrorToast } from '../form-state/navigation.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { AccountSection } from './account-section.tsx';
import { forgetSessions, loadSessions, type OwnSession, useOwnSessions } from './own-sessions.ts';

const headingId = 'sessions-section';

/**
 * Runs a call that ends sessions, and shows the list as it is then. The button that was pressed may be gone
 * by then.
 */
function useEnding() {
  const [isBusy, setBusy] = useState(false);
  const end = async (ending: () => Promise<{ readonly message: string }>) => {
    setBusy(true);
    try {
      toast.success((await ending()).message);
    } catch (error) {
      showErrorToast(error);
    }
    await loadSessions();
    setBusy(false);
    document.getElementById(headingId)?.focus();
  };
  return { isBusy, end };
}

/** Where the applicant is logged in. */
export function Sessions() {
  const { loaded, error } = useOwnSessions();
  useEffect(() => {
    void loadSessions();
    return forgetSessions;
  }, []);
  return (
    <AccountSection id={headingId} title="Where you are logged in">
      {loaded === undefined && error === undefined && <p className="hint">Loading...</p>}
      {error !== undefined && (
        <div role="alert">
          <p>{error}</p>
          <Button size="fit" onClick={() => void loadSessions()}>
            Try again
          </Button>
        </div>
      )}
      {loaded !== undefined && <List sessions={loaded.sessions} hasMore={loaded.has_more} />}
    </AccountSection>
  );
}

function List({ sessions, hasMore }: { sessions: readonly OwnSession[]; hasMore: boolean }) {
  const { isBusy, end } = useEnding();
  const hasOthers = hasMore || sessions.some(({ is_current }) => !is_current);
  return (
    <>
      <ul className="session-list" aria-labelledby={headingId}>
        {sessions.map((session) => (
          <Item
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => void end(() => call(accountRoutes.revokeSession, { params: { id: session.id } }))}
          />
        ))}
      </ul>
      {hasMore && <p className="hint">There are more devices. "Log out everywhere else" covers them too.</p>}
      {hasOthers ? (
        <Button isBusy={isBusy} onClick={() => void end(() => call(accountRoutes.revokeOtherSessions, {}))}>
          Log out everywhere else
        </Button>
      ) : (
        <p className="hint">You're not logged in anywhere else.</p>
      )}
    </>
  );
}

interface ItemProps {
  readonly session: OwnSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function Item({ session: { id, browser, began, last_used, is_current }, isBusy, onEnd }: ItemProps) {
  const name = browser === '' ? 'An unknown browser' : browser;
  return (
    <li>
      <div id={`session-${id}`}>
        <strong>{name}</strong>
        {is_current && <span className="this-device">This device</span>}
        <p className="hint">Logged in {formatTime(began)}</p>
        <p className="hint">{is_current ? 'Active now' : `Last active ${formatTime(last_used)}`}</p>
      </div>
      {!is_current && (
        <Button size="fit" isBusy={isBusy} aria-describedby={`session-${id}`} onClick={onEnd}>
          Log out
          <span className="unseen"> {name}</span>
        </Button>
      )}
    </li>
  );
}
