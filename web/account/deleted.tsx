import { Link } from 'react-router';
import { currentPartner } from '../api-client/site-config.ts';
import { usePageArrival } from '../layout/use-page-arrival.tsx';

/** The page after an applicant has deleted the application and the account. */
export function Component() {
  usePageArrival('Application Deleted');
  const { helpEmail, phone } = currentPartner();
  return (
    <main id="main" className="page">
      <h1 tabIndex={-1}>Your application is deleted</h1>
      <div className="card prose">
        <p>
          You are logged out everywhere, and nobody can log in to your account anymore. We sent you an email
          to confirm it.
        </p>
        <p>
          Your answers and files are being removed right now, which takes less than an hour. Backups, which we
          only use after a failure, keep them for up to 35 days.
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
