import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { parseLocationState, stateForNextPage } from '../session/location-state.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from './banner.tsx';
import { SubmitForm } from './submit-form.tsx';
import type { AccountForm } from './use-account-form.ts';

interface Props {
  readonly title: string;
  /** The card's name in its error banner. */
  readonly name: string;
  readonly form: AccountForm;
  readonly footer?: { readonly question: string; readonly link: string; readonly to: string };
  readonly aside?: ReactNode;
  /** Next step, shown to users who have entered answers before. */
  readonly hint?: string;
  /** Renders help below the message of an error. */
  readonly helpFor?: (message: string) => ReactNode;
  readonly children: ReactNode;
}

/** An account page: title, fields, Submit button, error banner, and a footer link. */
export function AccountCard({ title, name, form, footer, aside, hint, helpFor, children }: Props) {
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
        <Banner
          label={form.failure?.label ?? `${name} Error`}
          message={form.failure?.message}
          helpFor={helpFor}
          form={form}
        />
        <SubmitForm form={form}>
          {children}
          <Button look="primary" size="wide" type="submit" isBusy={form.isBusy}>
            Submit
          </Button>
        </SubmitForm>
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
