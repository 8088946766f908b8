import '../ui/rows.css';
import './security.css';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router';
import { OptionalPart } from '../layout/optional-part.tsx';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { defaultPath, isFormPath } from '../session/paths.ts';
import { useSession } from '../session/session.ts';
import { ReportErrors } from './account-section.tsx';
import { ChangeAddress } from './change-address.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteApplication } from './delete-application.tsx';
import { OwnData } from './own-data.tsx';
import { Reminders } from './reminders.tsx';
import { Sessions } from './sessions.tsx';

/** The sections of the account page, one for each subject. */
const sections: Readonly<Record<string, ComponentType>> = {
  password: ChangePassword,
  address: ChangeAddress,
  sessions: Sessions,
  reminders: Reminders,
  data: OwnData,
  deletion: DeleteApplication,
};

/** The account page of a logged-in applicant. */
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
        <div className="card rows">
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
