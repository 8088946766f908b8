import { PasswordInput } from './inputs.tsx';
import { Requirements, summarizeRequirements } from './requirements.tsx';
import type { AccountForm } from './use-account-form.ts';

/** A new password, typed twice, and what it must have. */
export const NewPasswordFields = ({ form }: { form: AccountForm }) => (
  <>
    <PasswordInput
      id="password"
      label="New Password"
      autoComplete="new-password"
      describedBy="requirements"
      field={summarizeRequirements(form.field('password'), form.isSent)}
    />
    <PasswordInput
      id="confirm_password"
      label="Confirm Password"
      autoComplete="new-password"
      field={form.field('confirm_password')}
    />
    <Requirements
      password={form.values.password ?? ''}
      errors={form.errors.password ?? []}
      confirmation={{ errors: form.errors.confirm_password ?? [] }}
    />
  </>
);
