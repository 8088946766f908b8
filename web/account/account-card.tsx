import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '../../shared/api/account-routes.ts';
import { accountMessages } from '../../shared/rules/account.ts';
import { call } from '../api-client/call.ts';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { rememberUsername } from '../session/anonymous-answers.ts';
import { parseLocationState, stateForNextPage } from '../session/location-state.ts';
import { Link } from '../ui/link.tsx';
import { AccountForm } from './account-form.tsx';
import { email, errorsIn, hasErrors } from './fields.ts';
import type { AccountFormState } from './use-account-form.ts';

const label = 'Resend Confirmation Code Error';

/** The action 'Resend confirmation code?': requires an email address and leads to the confirmation page. */
export function useResend(): (form: AccountFormState) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (form) => {
    const errors = errorsIn({ username: email(accountMessages.resend) }, form.values);
    if (hasErrors(errors)) return form.showErrors(errors);
    const username = form.values.username ?? '';
    form.run(async () => {
      const { message } = await call(accountRoutes.resendConfirm, { body: { username } });
      rememberUsername(username);
      navigate('/confirm', { state: { ...stateForNextPage(parseLocationState(state)), username, message } });
    }, label);
  };
}

interface Props {
  readonly title: string;
  /** The card's name in its error banner. */
  readonly name: string;
  readonly form: AccountFormState;
  readonly footer?: { readonly question: string; readonly link: string; readonly to: string };
  readonly aside?: ReactNode;
  /** Next step, shown to users who have entered answers before. */
  readonly hint?: string;
  /** Renders help below the message of an error. */
  readonly helpFor?: (message: string) => ReactNode;
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
}

/** An account page: title, fields, Submit button, error banner, and a footer link. */
export function AccountCard({ title, name, form, footer, aside, hint, ...content }: Props) {
  const locationState = parseLocationState(useLocation().state);
  usePageArrival(title, form.isInvalid);
  return (
    <main id="main" className="page account" data-aside={aside !== undefined || undefined}>
      <div className="card">
        <h1 tabIndex={-1} aria-describedby={locationState.answers && 'kept'}>
          {title}
        </h1>
        {locationState.answers !== undefined && (
          <p id="kept" className="hint">
            {hint} Your answers are saved here and will come with you.
          </p>
        )}
        <AccountForm {...{ name, form }} {...content} size="wide" />
        {footer !== undefined && (
          <p className="card-footer">
            {footer.question}{' '}
            <Link
              to={footer.to}
              state={stateForNextPage({ ...locationState, username: form.values.username ?? '' })}
            >
              {footer.link}
            </Link>
          </p>
        )}
      </div>
      {aside}
    </main>
  );
}
