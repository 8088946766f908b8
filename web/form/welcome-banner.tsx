import { Link, useLocation } from 'react-router';
import { usePartner, usePublishedPartner } from '../api-client/published-settings.ts';
import { useFoundErrors } from '../form-state/errors.ts';
import { saveInBackground, useGoToAccount } from '../form-state/navigation.ts';
import { nextQuestion, pageProgress } from '../form-state/page-progress.ts';
import { today } from '../form-state/partner-form.ts';
import { defaultPath } from '../session/paths.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';

/**
 * The banner for anonymous visitors and for first and later log-ins. That of the first log-in is on the first
 * page only, because it says nothing new on the others. A submitted application shows none.
 */
export function WelcomeBanner() {
  const { pathname } = useLocation();
  const state = useSession(({ web_status, is_logged_in, num_logins }) => {
    if (web_status === 'validating' || web_status === 'submitted') return 'none';
    if (!is_logged_in) return 'anonymous';
    return num_logins === 1 ? 'first' : 'again';
  });
  if (state === 'none' || (state === 'first' && pathname !== defaultPath)) return null;
  return (
    <section className="welcome" aria-labelledby="welcome-title">
      {state === 'anonymous' && <AnonymousWelcome />}
      {state === 'first' && (
        <>
          <h2 id="welcome-title">Welcome to your application!</h2>
          <p>There is no application fee. It's waived for everyone.</p>
          <BeforeYouStart />
        </>
      )}
      {state === 'again' && (
        <>
          <h2 id="welcome-title">We're glad to see you again!</h2>
          <NextQuestion />
        </>
      )}
    </section>
  );
}

/**
 * Time that the form takes and things to have at hand, on the first page only. Folded, so the form is in
 * view.
 */
function BeforeYouStart() {
  const { pathname } = useLocation();
  const { beforeYouStart } = usePartner();
  if (pathname !== defaultPath) return null;
  return (
    <details>
      <summary>What you need</summary>
      <p>{beforeYouStart}</p>
      <a href="/blank.pdf">All questions (PDF)</a>
      <p>Please submit only one application, either this one or one through a common application platform.</p>
    </details>
  );
}

/** Where the applicant left off. */
function NextQuestion() {
  const { pathname } = useLocation();
  useFoundErrors();
  const next = nextQuestion();
  if (next === undefined)
    return <p>You've answered every required question. You can submit on the last page.</p>;
  return (
    <p>
      {pageProgress(next.path)} Next:{' '}
      <Link to={`${next.path}#${next.key}`} replace={pathname === next.path} onClick={saveInBackground}>
        {next.label}
      </Link>
    </p>
  );
}

function AnonymousWelcome() {
  const goToAccount = useGoToAccount();
  const link = ({ path, label, isButton = false }: { path: string; label: string; isButton?: boolean }) => (
    <Link
      to={path}
      {...(isButton && { className: 'button', 'data-look': 'primary', 'data-size': 'next' })}
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
        With an account, we save your answers and you can submit. If you already have one,{' '}
        {link({ path: '/login', label: 'log in' })} to continue. There is no application fee.
      </p>
      <p className="actions">
        {link({ path: '/signup', label: 'Create an account', isButton: true })}
        <Button size="next" onClick={() => goToAccount('/login')}>
          Log in
        </Button>
      </p>
      <BeforeYouStart />
    </>
  );
}

/** The partner's notice, from its first to its last day. */
export function DateBanner() {
  const dateBanner = usePublishedPartner()?.dateBanner;
  const day = today();
  if (dateBanner === undefined || day < dateBanner.from || day > dateBanner.to) return null;
  return <p className="notice">{dateBanner.text}</p>;
}
