import { Link, useLocation } from 'react-router';
import { hasAnswers } from '../form-state/form-store.ts';
import { saveInBackground, useGoToSignUp } from '../form-state/navigation.ts';
import { useCompletePages } from '../form-state/page-progress.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { useSession } from '../session/session.ts';

/**
 * The three steps of the form. Anonymous visitors with answers are led to sign up; an applicant's answers are saved.
 */
export function StepNav() {
  const { pathname } = useLocation();
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const isSubmitted = useSession(({ web_status }) => web_status === 'submitted');
  const goToSignUp = useGoToSignUp();
  const completePages = useCompletePages();
  const isDone = (path: string) => isSubmitted || completePages.includes(path);
  return (
    <nav className="steps" aria-label="Application" data-submitted={isSubmitted || undefined}>
      <ol>
        {partnerForm().pages.map(({ path, label }, index) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === pathname ? 'page' : undefined}
              data-done={isDone(path) || undefined}
              replace
              onClick={(event) => {
                if (isLoggedIn) {
                  if (!isSubmitted) saveInBackground();
                } else if (hasAnswers()) {
                  event.preventDefault();
                  goToSignUp();
                }
              }}
            >
              <span className="step-number" aria-hidden="true">
                {index + 1}
              </span>
              {label}
              {isDone(path) && <span className="unseen"> (complete)</span>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
