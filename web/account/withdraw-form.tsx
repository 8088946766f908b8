import { submittedRoutes } from '../../shared/api/submitted-routes.ts';
import { call } from '../api-client/call.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { useSession } from '../session/session.ts';
import { ConfirmDialog, useConfirmation } from '../ui/confirm-dialog.tsx';
import { SectionForm } from './account-section.tsx';
import { password } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

interface Props {
  /** Gets the time of the withdrawal (ISO 8601). */
  readonly onWithdrawn: (at: string) => void;
}

/** Asks for the password, and then for a confirmation. */
export function WithdrawForm({ onWithdrawn }: Props) {
  const username = useSession((state) => state.username);
  const { name } = currentPartner();
  const { ask, dialog } = useConfirmation(async (close) => {
    close();
    const body = { current_password: form.values.current_password ?? '' };
    form.run(async () => onWithdrawn((await call(submittedRoutes.withdraw, { body })).withdrawn_at));
  });
  const form = useAccountForm({
    prefix: 'withdrawal-',
    fields: { current_password: password() },
    username,
    send: async () => ask(),
  });
  return (
    <>
      <p>
        If you no longer want to be considered, you can withdraw. {name} stops working on your application,
        and you won't get a decision. You can still read what you submitted and download the PDF.
      </p>
      <p>
        <strong>You can't undo this yourself.</strong> We'll email a confirmation to {username.toLowerCase()}.
      </p>
      <SectionForm
        name="Withdraw Application"
        form={form}
        submitLabel="Withdraw my application"
        look="danger"
      />
      <ConfirmDialog
        {...dialog}
        title="Withdraw your application?"
        action="Yes, withdraw it"
        cancel="Keep my application"
      >
        <p>
          Your application to {name} will no longer be considered. Only the admissions office can undo this.
        </p>
      </ConfirmDialog>
    </>
  );
}
