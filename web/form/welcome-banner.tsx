import { Link, useLocation } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';
import { useGoToAccount } from '../form-state/navigation.ts';
import { today } from '../form-state/partner-form.ts';
import { defaultPath } from '../session/paths.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

const onlyOneApplication =
  'Please submit only one application, either this one or one through a common application platform.';

/** The banner for anonymous visitors and for first and later log-ins. A submitted application shows none. */
export function WelcomeBanner() {
  const state = useSession(({ web_status, is_logged_in, num_logins }) => {
    if (web_status === 'validating' || web_status === 'submitted') return 'none';
    if (!is_logged_in) return 'anonymous';
    return num_logins === 1 ? 'first' : 'again';
  });
  if (state === 'none') return null;
  return (
    <section className="welcome" aria-labelledby="welcome-title">
      {state === 'anonymous' && <AnonymousWelcome />}
      {state === 'first' && (
        <>
          <h2 id="welcome-title">Welcome to your application!</h2>
          <p>There is no application fee - it is waived for every applicant. {onlyOneApplication}</p>
          <BeforeYouStart />
        </>
      )}
      {state === 'again' && (
        <>
          <h2 id="welcome-title">We're glad to see you again!</h2>
          <p>Your answers are saved as you go. There is no application fee.</p>
        </>
      )}
    </section>
  );
}

/** How long the form takes and what to have at hand, on the first page only. */
function BeforeYouStart() {
  const { pathname } = useLocation();
  return pathname === defaultPath && <p>{currentPartner().beforeYouStart}</p>;
}

function AnonymousWelcome() {
  const goToAccount = useGoToAccount();
  const link = (path: string, label: string) => (
    <Link
      to={path}
      onClick={(event) => {
        event.preventDefault();
        goToAccount(path);
      }}
    >
      {label}
    </Link>
  );
  return (
    <>
      <h2 id="welcome-title">First time here?</h2>
      <p>
        {link('/signup', 'Create an account')} to save your answers and submit, or {link('/login', 'log in')}{' '}
        to go on with your application. There is no application fee. {onlyOneApplication}
      </p>
      <BeforeYouStart />
      <Button size="next" onClick={() => goToAccount('/login')}>
        Log in
      </Button>
    </>
  );
}

/** The partner's notice, from its first to its last day. */
export function DateBanner() {
  const { dateBanner } = currentPartner();
  const isHydrated = useHydrated();
  const day = today();
  if (!isHydrated || dateBanner === undefined || day < dateBanner.from || day > dateBanner.to) return null;
  return <p className="notice">{dateBanner.text}</p>;
}
