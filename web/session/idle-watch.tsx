import { useEffect, useRef, useState } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { applicationRoutes } from '../../shared/api/application-routes.ts';
import { limits } from '../../shared/rules/limits.ts';
import { call } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { inactivityMessage } from './end-session.ts';
import { logOut } from './log-out.ts';
import './idle-watch.css';

/** Interval at which user activity renews the session on the server, which has the same time limit. */
const keepAliveMs = 5 * 60 * 1000;
const throttleMs = 500;
const announcedSeconds = [60, 30, 10];

function useKeepAlive() {
  const last = useRef(Date.now());
  const lastAction = useRef(Date.now());
  return () => {
    const now = Date.now();
    // The action that wakes the computer up ends the session: a call would tell another reason.
    const isOver = now - lastAction.current >= limits.inactivityMs;
    lastAction.current = now;
    if (isOver || now - last.current < keepAliveMs) return;
    last.current = now;
    call(applicationRoutes.getTabs, {}).catch(() => {
      // The next call that the applicant makes shows the error.
    });
  };
}

const secondsLeft = (seconds: number) => `${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`;

/** Counts down every second. Screen readers announce only a few of them. */
function Countdown({ remaining }: { remaining: () => number }) {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const update = () => setSeconds(Math.max(0, Math.ceil(remaining() / 1000)));
    update();
    const interval = setInterval(update, 1000);
    return () => clearInterval(interval);
  }, [remaining]);
  const announced = announcedSeconds.findLast((limit) => seconds !== undefined && seconds <= limit);
  return (
    <>
      <p className="countdown" aria-hidden="true">
        {seconds !== undefined && secondsLeft(seconds)}
      </p>
      <p className="unseen" role="status">
        {announced !== undefined && secondsLeft(announced)}
      </p>
    </>
  );
}

/** Logs out after 15 minutes without activity in any tab, and asks one minute before. */
export default function IdleWatch() {
  const [isPromptOpen, setPromptOpen] = useState(false);
  const keepSessionAlive = useKeepAlive();
  const { activate, getRemainingTime } = useIdleTimer({
    timeout: limits.inactivityMs,
    promptBeforeIdle: limits.inactivityWarningMs,
    throttle: throttleMs,
    events: ['keydown', 'pointerdown', 'pointermove', 'scroll', 'touchstart', 'visibilitychange'],
    crossTab: true,
    syncTimers: 1000,
    name: 'matricula',
    onPrompt: () => setPromptOpen(true),
    onActive: () => setPromptOpen(false),
    onAction: keepSessionAlive,
    onIdle: () => {
      setPromptOpen(false);
      void logOut(inactivityMessage);
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
