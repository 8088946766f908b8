import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { saveAll } from '../session/log-out.ts';
import { useSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { AccountTopic, SectionForm, useTopic } from './account-section.tsx';
import { validateCurrentPassword, validateNewPassword, validateSamePassword } from './checks.ts';
import { PasswordInput } from './inputs.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Changes the password of an applicant who is logged in. */
export function ChangePassword() {
  const username = useSession((state) => state.username);
  const topic = useTopic('password-section');
  const form = useAccountForm({
    initial: {},
    validate: (values) => ({
      ...validateCurrentPassword(values),
      ...validateNewPassword({ ...values, username }),
      ...validateSamePassword(values),
    }),
    send: async (values) => {
      const { current_password = '', password = '', confirm_password = '' } = values;
      // The session goes on under another cookie: a save with the old one would be rejected.
      await saveAll();
      const body = { current_password, password, confirm_password };
      const { message } = await call(accountRoutes.changePassword, { body });
      topic.close();
      form.reset();
      toast.success(message);
    },
  });
  return (
    <AccountTopic topic={topic} title="Password">
      <SectionForm name="Change Password" form={form} submitLabel="Change password">
        <input type="hidden" autoComplete="username" name="username" value={username} readOnly />
        <PasswordInput
          id="current_password"
          label="Current Password"
          autoComplete="current-password"
          field={form.field('current_password')}
        />
        <NewPasswordFields form={form} />
        <p className="hint">You'll stay logged in here and be logged out everywhere else.</p>
      </SectionForm>
    </AccountTopic>
  );
}
