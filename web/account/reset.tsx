import { useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { call } from '../api-client/call.ts';
import { parseLocationState } from '../session/location-state.ts';
import { Link } from '../ui/link.tsx';
import { AccountCard } from './account-card.tsx';
import { email, linkCode, newPasswords, resetCode } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

export function Component() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const { username: linkedUsername = '', reset = '' } = parseLocationState(state);
  const isLinked = linkedUsername !== '' && reset !== '';
  const form = useAccountForm({
    fields: isLinked ? newPasswords : { username: email(), code: linkCode, ...newPasswords },
    username: isLinked ? linkedUsername : undefined,
    initial: {
      username: linkedUsername || (new URLSearchParams(search).get('username') ?? ''),
      code: reset,
    },
    send: async ({ username = '', password = '', confirm_password = '', code }) => {
      const body = { username, password, confirm_password, id: resetCode(code) };
      const { message } = await call(accountRoutes.resetPassword, { body });
      navigate('/login', { state: { username, message } });
    },
  });
  const { username = '' } = form.values;
  return (
    <AccountCard
      title="Reset Password"
      name="Reset Password Card"
      helpFor={(message) =>
        message === wrongCodeMessages.reset && (
          <Link to="/forgot" state={{ username }}>
            Request a new link
          </Link>
        )
      }
      form={form}
      footer={{ question: 'Need a new link?', link: 'Forgot Password', to: '/forgot' }}
    />
  );
}
