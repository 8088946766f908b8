import { useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { rememberedUsername, rememberUsername } from '../session/anonymous-answers.ts';
import { parseLocationState, stateForNextPage } from '../session/location-state.ts';
import { Link } from '../ui/link.tsx';
import { AccountCard, useResend } from './account-card.tsx';
import { email, mailedCode, sixDigitCode } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

export function Component() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const locationState = parseLocationState(state);
  const resend = useResend();
  const username =
    locationState.username || new URLSearchParams(search).get('username') || rememberedUsername();
  const form = useAccountForm({
    fields: { username: email(), code: mailedCode('Confirmation Code', 'one-time-code') },
    initial: { username },
    send: async (values) => {
      const body = { username: values.username ?? '', code: sixDigitCode(values.code) };
      const { message } = await call(accountRoutes.confirm, { body });
      rememberUsername(body.username);
      navigate('/login', { state: { ...stateForNextPage(locationState), username: body.username, message } });
    },
  });
  return (
    <AccountCard
      title="Confirm Your Account"
      name="Confirm Card"
      form={form}
      footer={{ question: 'Already confirmed?', link: 'Log In', to: '/login' }}
      intro={
        locationState.message !== undefined && (
          <p className="hint sent">
            If no email arrives within a minute, check your spam folder.{' '}
            <Link to="/signup" state={stateForNextPage(locationState)}>
              Wrong address?
            </Link>
          </p>
        )
      }
    >
      <p className="row card-links">
        <button type="button" className="link" onClick={() => resend(form)}>
          Resend confirmation code?
        </button>
      </p>
    </AccountCard>
  );
}
