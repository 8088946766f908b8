import { useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { call } from '../api-client/call.ts';
import { rememberUsername } from '../session/anonymous-answers.ts';
import { parseLocationState, stateForNextPage } from '../session/location-state.ts';
import { hasErrors, validateResendEmail } from './checks.ts';
import type { AccountForm } from './use-account-form.ts';

const label = 'Resend Confirmation Code Error';

/** The action 'Resend confirmation code?': requires an email address and leads to the confirmation page. */
export function useResend(): (form: AccountForm) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (form) => {
    const errors = validateResendEmail(form.values);
    if (hasErrors(errors)) return form.showErrors(errors);
    const username = form.values.username ?? '';
    form.run(async () => {
      const { message } = await call(accountRoutes.resendConfirm, { body: { username } });
      rememberUsername(username);
      navigate('/confirm', { state: { ...stateForNextPage(parseLocationState(state)), username, message } });
    }, label);
  };
}
