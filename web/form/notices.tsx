import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { usePartner, usePublishedPartner } from '../api-client/published-settings.ts';
import { useFoundErrors } from '../form-state/errors.ts';
import { useLinkNotice } from '../form-state/form-store.ts';
import { saveInBackground, useGoToAccount } from '../form-state/navigation.ts';
import { nextQuestion } from '../form-state/page-progress.ts';
import { partnerForm, today } from '../form-state/partner-form.ts';
import { defaultPath } from '../session/paths.ts';
import { useSession } from '../session/session.ts';
import { Link } from '../ui/link.tsx';
import { lazyWithRetry } from '../ui/retry.ts';

/**
 * The banner for visitors and for first and later log-ins. None once the application is validated or
 * submitted.
 */
export function WelcomeBanner() {
  const isFirstPage = useLocation().pathname === defaultPath;
  const state = useSession(({ web_status, is_logged_in, num_logins }) => {
    if (web_status === 'validating' || web_status === 'submitted') return 'none';
    if (!is_logged_in) return 'anonymous';
    return num_logins === 1 ? 'first' : 'again';
  });
  if (state === 'none') return null;
  return (
    <section className="welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">{titles[state]}</h2>
      {state === 'anonymous' && <CreateAccount />}
      {state === 'first' && isFirstPage && <p>The application fee is waived for everyone.</p>}
      {state === 'again' && <NextQuestion />}
      {state !== 'again' && isFirstPage && <BeforeYouStart />}
    </section>
  );
}

const titles = {
  anonymous: 'First time here?',
  first: 'Welcome to your application!',
  again: "We're glad to see you again!",
};

/** Time that the form takes and things to have at hand. Folded, so the form is in view. */
function BeforeYouStart() {
  const { beforeYouStart } = usePartner();
  return (
    <details>
      <summary>What you need</summary>
      <p>{beforeYouStart}</p>
      <p>Please submit only one application, either this one or the Common App.</p>
    </details>
  );
}

/** Where the applicant left off. */
function NextQuestion() {
  const { pathname } = useLocation();
  useFoundErrors();
  const next = nextQuestion();
  if (next === undefined)
    return (
      <p>
        {pathname === partnerForm().pages.at(-1)?.path
          ? 'Everything is answered. Review and submit below.'
          : "You've answered every required question. You can submit on the last page."}
      </p>
    );
  return (
    <p>
      <span>Next question: </span>
      <Link to={`${next.path}#${next.key}`} replace={pathname === next.path} onClick={saveInBackground}>
        {next.label}
      </Link>
    </p>
  );
}

function CreateAccount() {
  const goToAccount = useGoToAccount();
  const link = (path: string, label: string, look: string) => (
    <Link
      to={path}
      className="button"
      data-look={look}
      data-size="regular"
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
      <p>Create an account to save your answers and submit; there is no application fee.</p>
      <p className="row actions">
        {link('/signup', 'Create an account', 'primary')}
        {link('/login', 'Log in', 'quiet')}
      </p>
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

const DeadlineNotice = lazyWithRetry(() => import('./deadline-notice.tsx'));

/** Until when to submit. Only partners with deadlines load it. */
export const Deadline = (props: { isRepeated?: boolean }) => (
  <Suspense>{usePublishedPartner()?.deadlines !== undefined && <DeadlineNotice {...props} />}</Suspense>
);

/** Tells what happened to the answers of a device link. */
export function LinkNotice() {
  const notice = useLinkNotice();
  return notice === '' ? null : (
    <p className="notice" role="status">
      {notice}
    </p>
  );
}
