import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { unconfirmedMessage } from '../../shared/api/messages.ts';
import { accountMessages } from '../../shared/rules/account.ts';
import { call } from '../api-client/call.ts';
import { BrowserError } from '../api-client/errors.ts';
import { forgetUsername, rememberedUsername, saveAnonymousAnswers } from '../session/anonymous-answers.ts';
import { isSessionEnd } from '../session/end-session.ts';
import { parseLocationState, stateForNextPage } from '../session/location-state.ts';
import { defaultPath } from '../session/paths.ts';
import { sessionCookie, setSession } from '../session/session.ts';
import { Link } from '../ui/link.tsx';
import { AccountCard, useResend } from './account-card.tsx';
import { email, password } from './fields.ts';
import { useAccountForm } from './use-account-form.ts';

const noCookiesMessage =
  "Your browser blocks cookies, so you can't stay logged in. Allow cookies for this site, then log in again.";

export function Component() {
  const navigate = useNavigate();
  const locationState = parseLocationState(useLocation().state);
  const resend = useResend();
  const enter = (message: string) => {
    if (sessionCookie() === undefined) throw new BrowserError(noCookiesMessage);
    if (locationState.answers !== undefined) saveAnonymousAnswers(locationState.answers);
    forgetUsername();
    setSession({ is_logged_in: true, has_changed_page: false });
    navigate(defaultPath, { replace: true, state: { message } });
  };
  const form = useAccountForm({
    fields: { username: email(accountMessages.loginEmail), password: password('Password') },
    initial: { username: locationState.username ?? rememberedUsername() },
    initialError: locationState.error,
    send: async ({ username = '', password = '' }) => {
      const { message } = await call(accountRoutes.logIn, { body: { username, password } });
      enter(message);
    },
  });
  const { username } = form.values;
  // After the account was confirmed or its password reset, only the password is left to enter.
  const isKnown = (locationState.username ?? '') !== '' && locationState.message !== undefined;
  useEffect(() => {
    if (isKnown) document.getElementById('password')?.focus();
  }, [isKnown]);
  const nextState = stateForNextPage({ ...locationState, username: username ?? '' });
  const helpFor = (message: string) => {
    if (isSessionEnd(message)) return 'Everything you typed is safe. Log in to continue.';
    if (message !== unconfirmedMessage) return undefined;
    return (
      <Link to="/confirm" state={nextState}>
        Enter your confirmation code
      </Link>
    );
  };
  return (
    <AccountCard
      title="Log In"
      name="Login Card"
      hint="Log in to continue."
      helpFor={helpFor}
      form={form}
      footer={{ question: "Don't have an account?", link: 'Sign Up', to: '/signup' }}
      aside={<Promises />}
    >
      <p className="row card-links">
        <Link to="/forgot" state={nextState}>
          Forgot password?
        </Link>
        <button type="button" className="link" onClick={() => resend(form)}>
          Resend confirmation code?
        </button>
      </p>
    </AccountCard>
  );
}

const Promises = () => (
  <aside className="promises" aria-labelledby="promises">
    <h2 id="promises">
      One application. <span>A decision within two weeks.</span>
    </h2>
    <ul>
      <li>No application fee</li>
      <li>No required recommendation</li>
      <li>Automatic consideration for merit scholarships</li>
      <li>An admissions decision within two weeks</li>
    </ul>
    <p className="hint">Please submit only one application, either this one or the Common App.</p>
  </aside>
);
