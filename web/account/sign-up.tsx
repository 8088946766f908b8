import { useLocation, useNavigate } from 'react-router';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { arrivingWith, carriedOn } from '../session/location-state.ts';
import { Card } from './account-card.tsx';
import { email, newPassword } from './checks.ts';
import { EmailInput, PasswordInput } from './inputs.tsx';
import { Requirements, summed } from './requirements.tsx';
import { keepUsername } from './typed-username.ts';
import { useCard } from './use-account-form.ts';

export function Component() {
  const navigate = useNavigate();
  const arriving = arrivingWith(useLocation().state);
  const form = useCard({
    initial: { username: arriving.username ?? '' },
    check: (values) => ({ ...email(values), ...newPassword(values) }),
    send: async ({ username = '', password = '' }) => {
      const { message } = await call(routes.account.signUp, { body: { username, password } });
      keepUsername(username);
      navigate('/confirm', { state: { ...carriedOn(arriving), username, message } });
    },
  });
  return (
    <Card
      title="Sign Up"
      name="Sign Up Card"
      kept="Create an account to go on."
      form={form}
      footer={{ question: 'Already have an account?', link: 'Log In', to: '/login' }}
    >
      <EmailInput field={form.field('username')} />
      <PasswordInput
        id="password"
        label="Password"
        autoComplete="new-password"
        describedBy="requirements"
        field={summed(form.field('password'), form.isSent)}
      />
      <Requirements password={form.values.password ?? ''} errors={form.errors.password ?? []} />
    </Card>
  );
}
