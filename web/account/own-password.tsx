import { useSession } from '../session/session.ts';
import { PasswordInput } from './inputs.tsx';
import type { AccountForm } from './use-account-form.ts';

interface Props {
  /** Begins the ids of the fields. */
  readonly prefix: string;
  readonly form: AccountForm;
  readonly label?: string;
}

export const OwnPassword = ({ prefix, form, label = 'Your Password' }: Props) => (
  <PasswordInput
    id={`${prefix}current_password`}
    label={label}
    autoComplete="current-password"
    field={form.field('current_password')}
  />
);

/** The password with the username, for password managers. */
export function OwnPasswordOfUser({ prefix, form }: Props) {
  const username = useSession((state) => state.username);
  return (
    <>
      <input type="hidden" autoComplete="username" name="username" value={username} readOnly />
      <OwnPassword prefix={prefix} form={form} />
    </>
  );
}
