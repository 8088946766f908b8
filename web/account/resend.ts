import { useLocation, useNavigate } from 'react-router';
import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { arrivingWith, carriedOn } from '../session/location-state.ts';
import { hasErrors, resendEmail } from './checks.ts';
import { keepUsername } from './typed-username.ts';
import type { Card } from './use-account-form.ts';

const label = 'Resend Confirmation Code Error';

/** 'Resend confirmation code?': needs an address, and leads to the confirmation page (platform specification, point 2). */
export function useResend(): (form: Card) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (form) => {
    const errors = resendEmail(form.values);
    if (hasErrors(errors)) return form.tell(errors);
    const username = form.values.username ?? '';
    void form.run(async () => {
      const { message } = await call(routes.account.resendConfirm, { body: { username } });
      keepUsername(username);
      navigate('/confirm', { state: { ...carriedOn(arrivingWith(state)), username, message } });
    }, label);
  };
}
