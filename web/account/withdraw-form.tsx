import { useEffect, useState } from 'react';
import { permissionRoutes, submittedRoutes } from '../../shared/api/submitted-routes.ts';
import { call } from '../api-client/call.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SectionForm } from './account-section.tsx';
import { validateCurrentPassword } from './checks.ts';
import { codeIn, useCodeCheck } from './own-code.tsx';
import { OwnPasswordAndCode } from './own-password.tsx';
import { loadSecondFactor } from './own-second-factor.ts';
import { useAccountForm } from './use-account-form.ts';

const prefix = 'withdrawal-';

interface Props {
  /** Gets the time of the withdrawal (ISO 8601). */
  readonly onWithdrawn: (at: string) => void;
}

/** Asks for the password, and a code if the account has a second factor, and then for a confirmation. */
export function WithdrawForm({ onWithdrawn }: Props) {
  const username = useSession((state) => state.username);
  const { name } = currentPartner();
  const [isConfirming, setConfirming] = useState(false);
  const checkCode = useCodeCheck();
  const form = useAccountForm({
    prefix,
    initial: {},
    validate: (values) => ({ ...validateCurrentPassword(values), ...checkCode(values) }),
    send: async () => setConfirming(true),
  });
  useEffect(() => void loadSecondFactor(), []);
  const withdraw = () => {
    const { current_password = '' } = form.values;
    const body = { current_password, ...codeIn(form.values) };
    setConfirming(false);
    void form.run(async () => {
      await call(permissionRoutes.permitWithdrawal, { body });
      onWithdrawn((await call(submittedRoutes.withdraw, {})).withdrawn_at);
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
        <OwnPasswordAndCode prefix={prefix} form={form} />
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
