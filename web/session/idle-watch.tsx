import { useEffect, useRef, useState } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { routes } from '../../shared/api/routes.ts';
import { limits } from '../../shared/rules/limits.ts';
import { call } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { logOut } from './end-session.ts';
import './idle-watch.css';

const loggedOut = 'You have been automatically logged out due to inactivity.';
/** While somebody works, the server's own limit does not run out (decision H-20). */
const keepAlive = 5 * 60 * 1000;
const throttle = 500;
const spokenAt = [60, 30, 10];

function useKeepAlive() {
  const last = useRef(Date.now());
  return () => {
    if (Date.now() - last.current < keepAlive) return;
    last.current = Date.now();
    call(routes.application.getTabs, {}).catch(() => {
      // The next call that matters says what is wrong.
    });
  };
}

function Countdown({ remaining }: { remaining: () => number }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    const tick = () => {
      const seconds = Math.ceil(remaining() / 1000);
      const reached = spokenAt.findLast((each) => seconds <= each);
      if (reached !== undefined) setWords(`${reached} seconds left`);
    };
    tick();
    const ticking = setInterval(tick, 1000);
    return () => clearInterval(ticking);
  }, [remaining]);
  return <p role="status">{words}</p>;
}

/** Logs out after 15 minutes without activity in any tab, and asks one minute before (platform specification, point 4). */
export default function IdleWatch() {
  const [isAsking, setAsking] = useState(false);
  const stayAlive = useKeepAlive();
  const { activate, getRemainingTime } = useIdleTimer({
    timeout: limits.inactivity,
    promptBeforeIdle: limits.inactivityWarning,
    throttle,
    events: ['keydown', 'pointerdown', 'pointermove', 'scroll', 'touchstart', 'visibilitychange'],
    crossTab: true,
    syncTimers: 1000,
    name: 'matricula',
    onPrompt: () => setAsking(true),
    onActive: () => setAsking(false),
    onAction: stayAlive,
    onIdle: () => {
      setAsking(false);
      void logOut(loggedOut);
    },
  });
  const stay = () => {
    setAsking(false);
    activate();
  };
  return (
    <Dialog
      isOpen={isAsking}
      onClose={() => isAsking && stay()}
      title="Still working?"
      isAlert
      actions={
        <>
          <Button look="primary" size="wide" autoFocus onClick={stay}>
            Yes - Take me back to my application
          </Button>
          <Button
            size="wide"
            onClick={() => {
              setAsking(false);
              void logOut();
            }}
          >
            No - Please log me out
          </Button>
        </>
      }
    >
      <p>You have been inactive for a little while. Would you like to stay logged in?</p>
      <Countdown remaining={getRemainingTime} />
    </Dialog>
  );
}
