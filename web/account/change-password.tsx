import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { saveAll } from '../session/log-out.ts';
import { useSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { AccountTopic, SectionForm, useTopic } from './account-section.tsx';
import { newPasswords, password } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

/** Changes the password of an applicant who is logged in. */
export function ChangePassword() {
  const username = useSession((state) => state.username);
  const topic = useTopic('password-section');
  const form = useAccountForm({
    fields: { current_password: password('Current Password'), ...newPasswords },
    username,
    send: async (values) => {
      // The session goes on under another cookie: a save with the old one would be rejected.
      await saveAll();
      const { current_password = '', password: next = '', confirm_password = '' } = values;
      const body = { current_password, password: next, confirm_password };
      const { message } = await call(accountRoutes.changePassword, { body });
      topic.close();
      form.reset();
      toast.success(message);
    },
  });
  return (
    <AccountTopic topic={topic} title="Password">
      <SectionForm name="Change Password" form={form} submitLabel="Change password">
        <p className="hint">You'll stay logged in here and be logged out everywhere else.</p>
      </SectionForm>
    </AccountTopic>
  );
}
