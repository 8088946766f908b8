import { useEffect, useState } from 'react';
import { applicantRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { showErrorToast } from '../form-state/navigation.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { useAction } from '../ui/use-action.ts';
import { AccountSection } from './account-section.tsx';

/** The applicant's choice about deadline emails. Hidden if the partner sends none. */
export function Reminders() {
  const { deadlines = [] } = usePartner();
  return deadlines.some(({ warnDays }) => warnDays.length > 0) ? <Choice /> : null;
}

function useReminders() {
  const [areWanted, setWanted] = useState<boolean>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    call(applicantRoutes.getReminders, {}).then(
      ({ are_wanted }) => setWanted(are_wanted),
      (failure: unknown) => setError(errorMessage(failure)),
    );
  }, []);
  const { run: choose, isBusy } = useAction(
    async (are_wanted: boolean) => {
      toast.success((await call(applicantRoutes.putReminders, { body: { are_wanted } })).message);
      setWanted(are_wanted);
    },
    (failure) => showErrorToast(failure),
  );
  return { areWanted, error, isBusy, choose };
}

function Choice() {
  const { areWanted, error, isBusy, choose } = useReminders();
  return (
    <AccountSection id="reminders-section" title="Deadline emails">
      {error !== undefined && <p role="alert">{error}</p>}
      {areWanted !== undefined && (
        <>
          <p>
            {areWanted
              ? "If you haven't submitted, we'll email you up to twice before a deadline."
              : 'Deadline emails are off.'}
          </p>
          <Button isBusy={isBusy} onClick={() => choose(!areWanted)}>
            {areWanted ? 'Turn these emails off' : 'Turn these emails on'}
          </Button>
        </>
      )}
    </AccountSection>
  );
}
