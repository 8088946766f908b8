import { useState } from 'react';
import { submittedRoutes } from '../../shared/api/submitted-routes.ts';
import { call } from '../api-client/call.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SectionForm } from './account-section.tsx';
import { validateCurrentPassword } from './checks.ts';
import { OwnPasswordOfUser } from './own-password.tsx';
import { useAccountForm } from './use-account-form.ts';

const prefix = 'withdrawal-';

interface Props {
  /** Gets the time of the withdrawal (ISO 8601). */
  readonly onWithdrawn: (at: string) => void;
}

/** Asks for the password, and then for a confirmation. */
export function WithdrawForm({ onWithdrawn }: Props) {
  const username = useSession((state) => state.username);
  const { name } = currentPartner();
  const [isConfirming, setConfirming] = useState(false);
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: validateCurrentPassword,
    send: async () => setConfirming(true),
  });
  const withdraw = () => {
    const { current_password = '' } = form.values;
    const body = { current_password };
    setConfirming(false);
    form.run(async () => {
      onWithdrawn((await call(submittedRoutes.withdraw, { body })).withdrawn_at);
    });
  };
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
      >
        <OwnPasswordOfUser prefix={prefix} form={form} />
      </SectionForm>
      <Dialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Withdraw your application?"
        isAlert
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>Keep my application</Button>
            <Button look="danger" onClick={withdraw}>
              Yes, withdraw it
            </Button>
          </>
        }
      >
        <p>
          Your application to {name} will no longer be considered. Only the admissions office can undo this.
        </p>
      </Dialog>
    </>
  );
}
