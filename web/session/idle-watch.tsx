import { useEffect, useRef, useState } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { routes } from '../../shared/api/routes.ts';
import { limits } from '../../shared/rules/limits.ts';
import { call } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { logOut } from './end-session.ts';
import './idle-watch.css';

const loggedOutMessage = 'You have been automatically logged out due to inactivity.';
/** How often user activity renews the session on the server, which has the same time limit. */
const keepAliveInterval = 5 * 60 * 1000;
const throttle = 500;
const announcedSeconds = [60, 30, 10];

function useKeepAlive() {
  const last = useRef(Date.now());
  return () => {
    if (Date.now() - last.current < keepAliveInterval) return;
    last.current = Date.now();
    call(routes.application.getTabs, {}).catch(() => {
      // The next call that the applicant makes shows the error.
    });
  };
}

function Countdown({ remaining }: { remaining: () => number }) {
  const [message, setMessage] = useState('');
  useEffect(() => {
    const update = () => {
      const seconds = Math.ceil(remaining() / 1000);
      const reached = announcedSeconds.findLast((limit) => seconds <= limit);
      if (reached !== undefined) setMessage(`${reached} seconds left`);
    };
    update();
    const interval = setInterval(update, 1000);
    return () => clearInterval(interval);
  }, [remaining]);
  return <p role="status">{message}</p>;
}

/** Logs out after 15 minutes without activity in any tab, and asks one minute before. */
export default function IdleWatch() {
  const [isPromptOpen, setPromptOpen] = useState(false);
  const keepSessionAlive = useKeepAlive();
  const { activate, getRemainingTime } = useIdleTimer({
    timeout: limits.inactivity,
    promptBeforeIdle: limits.inactivityWarning,
    throttle,
    events: ['keydown', 'pointerdown', 'pointermove', 'scroll', 'touchstart', 'visibilitychange'],
    crossTab: true,
    syncTimers: 1000,
    name: 'matricula',
    onPrompt: () => setPromptOpen(true),
    onActive: () => setPromptOpen(false),
    onAction: keepSessionAlive,
    onIdle: () => {
      setPromptOpen(false);
      void logOut(loggedOutMessage);
    },
  });
  const stayLoggedIn = () => {
    setPromptOpen(false);
    activate();
  };
  return (
    <Dialog
      isOpen={isPromptOpen}
      onClose={() => isPromptOpen && stayLoggedIn()}
      title="Still working?"
      isAlert
      actions={
        <>
          <Button look="primary" size="wide" autoFocus onClick={stayLoggedIn}>
            Yes - Take me back to my application
          </Button>
          <Button
            size="wide"
            onClick={() => {
              setPromptOpen(false);
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
