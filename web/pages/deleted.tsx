import { currentPartner } from '../api-client/site-config.ts';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { Link } from '../ui/link.tsx';

/** The page after an applicant has deleted the application and the account. */
export function Component() {
  usePageArrival('Application Deleted');
  const { helpEmail, phone } = currentPartner();
  return (
    <main id="main" className="page">
      <h1 tabIndex={-1}>Your application is deleted</h1>
      <div className="stack prose">
        <p>Your account is closed, and you're logged out everywhere. We sent you an email to confirm this.</p>
        <p>
          We're deleting your answers and files now. This takes less than an hour. Emergency backups expire
          within 35 days.
        </p>
        <p>
          You can <Link to="/signup">sign up</Link> with the same email address in about ten minutes.
        </p>
        <p>
          Questions? Write to <a href={`mailto:${helpEmail}`}>{helpEmail}</a> or call {phone}.
        </p>
      </div>
    </main>
  );
}
