import { useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { rememberUsername } from '../session/anonymous-answers.ts';
import { parseLocationState, stateForNextPage } from '../session/location-state.ts';
import { AccountCard } from './account-card.tsx';
import { email, newPassword } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

export function Component() {
  const navigate = useNavigate();
  const locationState = parseLocationState(useLocation().state);
  const form = useAccountForm({
    fields: { username: email(), password: newPassword('Password') },
    initial: { username: locationState.username ?? '' },
    send: async ({ username = '', password = '' }) => {
      const { message } = await call(accountRoutes.signUp, { body: { username, password } });
      rememberUsername(username);
      navigate('/confirm', { state: { ...stateForNextPage(locationState), username, message } });
    },
  });
  return (
    <AccountCard
      title="Sign Up"
      name="Sign Up Card"
      hint="Create an account to continue."
      form={form}
      footer={{ question: 'Already have an account?', link: 'Log In', to: '/login' }}
    />
  );
}
