import { useLocation } from 'react-router';
import { hasAnswers } from '../form-state/form-store.ts';
import { saveInBackground, useGoToSignUp } from '../form-state/navigation.ts';
import { useCompletePages } from '../form-state/page-progress.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { useSession } from '../session/session.ts';
import { Link } from '../ui/link.tsx';

interface StepNameProps {
  readonly label: string;
  readonly number: number;
  readonly isDone: boolean;
}

const StepName = ({ label, number, isDone }: StepNameProps) => (
  <>
    <span className="step-number" aria-hidden="true">
      {number}
    </span>
    {label}
    {isDone && <span className="unseen"> (complete)</span>}
  </>
);

/**
 * The three steps of the form. Anonymous visitors with answers are led to sign up; an applicant's answers are
 * saved. After submission no step leads anywhere.
 */
export function StepNav() {
  const { pathname } = useLocation();
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const isSubmitted = useSession(({ web_status }) => web_status === 'submitted');
  const goToSignUp = useGoToSignUp();
  const completePages = useCompletePages();
  // Submitting completes the last page.
  const lastPath = partnerForm().pages.at(-1)?.path;
  const isDone = (path: string) => path !== lastPath && completePages.includes(path);
  return (
    <nav className="steps" aria-label="Application">
      <ol>
        {partnerForm().pages.map(({ path, label }, index) => (
          <li key={path}>
            {isSubmitted ? (
              <span className="step" data-done>
                <StepName label={label} number={index + 1} isDone />
              </span>
            ) : (
              <Link
                to={path}
                className="step"
                aria-current={path === pathname ? 'page' : undefined}
                data-done={isDone(path) || undefined}
                replace
                onClick={(event) => {
                  if (isLoggedIn) saveInBackground();
                  else if (hasAnswers()) {
                    event.preventDefault();
                    goToSignUp();
                  }
                }}
              >
                <StepName label={label} number={index + 1} isDone={isDone(path)} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
