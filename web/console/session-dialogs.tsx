import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAction } from '../ui/use-action.ts';
import { checkMember } from './call-staff.ts';
import { signInUrl } from './paths.ts';
import { Problem } from './problem.tsx';
import { askForFreshSignIn, noteSignedOut, useConsoleSession } from './session.ts';
import { signOut } from './sign-out.ts';

const warningMs = 60_000;
/** Browsers fire longer timers immediately. */
const maxTimerMs = 2 ** 31 - 1;

const SignInLink = ({ isFresh }: { readonly isFresh?: boolean }) => (
  <a className="button" data-look="primary" data-size="next" href={signInUrl(isFresh)}>
    {isFresh ? 'Sign in again to continue' : 'Sign in again'}
  </a>
);

/** A session that ended while the page was open. */
function EndedDialog() {
  const hasEnded = useConsoleSession(({ stage }) => stage === 'ended');
  const [isClosed, setClosed] = useState(false);
  useEffect(() => setClosed(!hasEnded), [hasEnded]);
  const close = () => setClosed(true);
  return (
    <Dialog
      isOpen={hasEnded && !isClosed}
      onClose={close}
      title="You are signed out"
      isAlert
      actions={
        <>
          <Button size="next" onClick={close}>
            Close
          </Button>
          <SignInLink />
        </>
      }
    >
      <p>
        Your session has ended. Sign in again to come back to this page. Notes and settings that you have
        typed are kept in this tab.
      </p>
    </Dialog>
  );
}

/** Some calls require that the person signed in a short time ago. */
function FreshSignInDialog() {
  const isOpen = useConsoleSession(({ mustSignInAgain }) => mustSignInAgain);
  const close = () => askForFreshSignIn(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Please sign in again first"
      actions={
        <>
          <Button size="next" onClick={close}>
            Cancel
          </Button>
          <SignInLink isFresh />
        </>
      }
    >
      <p>
        Downloads and changes of settings need a sign-in of the last five minutes. You come back to this page
        with everything you typed, and can then repeat it.
      </p>
    </Dialog>
  );
}

/** True in the last minute before the session ends. Afterward the session has ended. */
function useIsAlmostIdle(): boolean {
  const idleAt = useConsoleSession((session) => session.idleAt);
  const isSignedIn = useConsoleSession(({ stage }) => stage === 'signed-in');
  const [warnedFor, setWarnedFor] = useState<number>();
  useEffect(() => {
    if (!isSignedIn) return;
    const after = (at: number, action: () => void) =>
      setTimeout(action, Math.min(maxTimerMs, Math.max(0, at - Date.now())));
    const warning = after(idleAt - warningMs, () => setWarnedFor(idleAt));
    const end = after(idleAt, noteSignedOut);
    return () => {
      clearTimeout(warning);
      clearTimeout(end);
    };
  }, [idleAt, isSignedIn]);
  return isSignedIn && warnedFor === idleAt;
}

/** Asks in the last minute before an idle session ends. */
function IdleDialog() {
  const isOpen = useIsAlmostIdle();
  const { run, error } = useAction((action: () => Promise<void>) => action());
  const stay = () => run(checkMember);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => isOpen && stay()}
      title="Are you still working?"
      isAlert
      actions={
        <>
          <Button size="next" onClick={() => run(signOut)}>
            Sign out
          </Button>
          <Button look="primary" size="next" autoFocus onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>You will be signed out in a minute, because you have not used the console for a while.</p>
      <Problem error={error} />
    </Dialog>
  );
}

export const SessionDialogs = () => (
  <>
    <IdleDialog />
    <EndedDialog />
    <FreshSignInDialog />
  </>
);
