import { type ComponentType, useState } from 'react';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { showErrorToast } from '../form-state/navigation.ts';
import { OptionalPart } from '../layout/optional-part.tsx';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { saveAll } from '../session/log-out.ts';
import { defaultPath, isFormPath } from '../session/paths.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { toast } from '../ui/toast.ts';
import { useAction } from '../ui/use-action.ts';
import { AccountSection, ReportErrors } from './account-section.tsx';
import { ChangeAddress } from './change-address.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteApplication } from './delete-application.tsx';
import { Reminders } from './reminders.tsx';
import './security.css';

/** Downloads the applicant's stored data. */
function OwnData() {
  const { run, isBusy } = useAction(async () => {
    await saveAll();
    // Loaded on demand, because it includes the labels of all questions.
    const { downloadOwnData } = await import('./download-own-data.ts');
    await downloadOwnData();
    toast.success('Your data was downloaded as my-data.html.');
  }, showErrorToast);
  const { helpEmail } = currentPartner();
  return (
    <AccountSection id="data-section" title="Your data">
      <p className="hint card-text">
        Download what we store about you: answers, file names, and log-ins. The files themselves are in the
        PDF copy of your application. For your full account history, write to{' '}
        <a href={`mailto:${helpEmail}`}>{helpEmail}</a>.
      </p>
      <Button isBusy={isBusy} onClick={() => run()}>
        Download my data
      </Button>
    </AccountSection>
  );
}

/** Ends all sessions of the applicant but this one. */
function Sessions() {
  const { run, isBusy } = useAction(async () => {
    toast.success((await call(accountRoutes.revokeOtherSessions, {})).message);
  }, showErrorToast);
  return (
    <AccountSection id="sessions-section" title="Other devices">
      <p className="card-text">If you logged in on a device that others use, end your session there.</p>
      <Button isBusy={isBusy} onClick={() => run()}>
        Log out everywhere else
      </Button>
    </AccountSection>
  );
}

/** The sections of the account page, one for each subject. */
const sections: Readonly<Record<string, ComponentType>> = {
  password: ChangePassword,
  address: ChangeAddress,
  sessions: Sessions,
  reminders: Reminders,
  data: OwnData,
  deletion: DeleteApplication,
};

/** The account page of a logged-in applicant, at /account. */
export function Component() {
  const [invalid, setInvalid] = useState<Readonly<Record<string, boolean>>>({});
  const lastPage = useSession(({ last_page }) => last_page);
  usePageArrival('Account and Security', Object.values(invalid).includes(true));
  return (
    <main id="main" className="page security">
      <h1 tabIndex={-1}>Account and Security</h1>
      <p className="intro">
        <Link to={isFormPath(lastPage) ? lastPage : defaultPath}>Back to your application</Link>
      </p>
      <ReportErrors value={(name, isInvalid) => setInvalid((before) => ({ ...before, [name]: isInvalid }))}>
        <div className="rows">
          {Object.entries(sections).map(([name, Section]) => (
            <OptionalPart key={name}>
              <Section />
            </OptionalPart>
          ))}
        </div>
      </ReportErrors>
    </main>
  );
}
