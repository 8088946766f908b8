import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { showErrorToast } from '../form-state/navigation.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { useAction } from '../ui/use-action.ts';
import { AccountSection } from './account-section.tsx';

/** Ends all sessions of the applicant but this one. */
export function Sessions() {
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
