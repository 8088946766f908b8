import { useState } from 'react';
import { staffReadRoutes } from '../../shared/api/console-routes.ts';
import { urlFor } from '../api-client/call.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/use-action.ts';
import { callStaff } from './call-staff.ts';
import { Problem } from './problem.tsx';
import { changeListed } from './queries.ts';

/** The application PDF, and the mark that the application is still to be read. */
export function ApplicationActions({ applicant }: { readonly applicant: string }) {
  const [isUnread, setUnread] = useState(false);
  const { run, isBusy, error } = useAction(async () => {
    await callStaff(staffReadRoutes.markUnread, { params: { applicant } });
    changeListed(applicant, { is_unread: true });
    setUnread(true);
  });
  return (
    <div className="application-actions">
      <p className="row actions-line">
        <a
          className="button"
          data-look="secondary"
          data-size="fit"
          href={urlFor(staffReadRoutes.getPdf, { params: { applicant } })}
          target="_blank"
          rel="noreferrer"
        >
          Application PDF<span className="unseen">, opens in a new tab</span>
        </a>
        <Button look="quiet" size="fit" isBusy={isBusy || isUnread} onClick={() => run()}>
          Mark as unread
        </Button>
      </p>
      <p className="hint" role="status">
        {isUnread && 'Marked as unread. Opening it again marks it as read.'}
      </p>
      <Problem error={error} />
    </div>
  );
}
