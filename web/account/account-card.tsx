import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { parseLocationState, stateForNextPage } from '../session/location-state.ts';
import { Button } from '../ui/button.tsx';
import type { AccountForm as CardForm } from './use-account-form.ts';

interface Props {
  readonly title: string;
  /** The card's name in the error banner (platform specification, point 8). */
  readonly name: string;
  readonly form: CardForm;
  readonly footer: { readonly question: string; readonly link: string; readonly to: string };
  readonly aside?: ReactNode;
  /** What to do here, for somebody who came with answers. */
  readonly kept?: string;
  readonly children: ReactNode;
}

/** An account page: header, fields, Submit button, error banner, and a question with a link (point 2). */
export function AccountCard({ title, name, form, footer, aside, kept, children }: Props) {
  const arriving = parseLocationState(useLocation().state);
  usePageArrival(title, form.isWrong);
  return (
    <main id="main" className="page account" data-aside={aside !== undefined || undefined}>
      <div className="card">
        <h1 tabIndex={-1} aria-describedby={arriving.answers && 'kept'}>
          {title}
        </h1>
        {arriving.answers !== undefined && (
          <p id="kept" className="hint">
            {kept} The answers that you gave are kept.
          </p>
        )}
        <Banner label={form.failure?.label ?? `${name} Error`} words={form.failure?.words} form={form} />
        <form
          method="post"
          autoComplete="off"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!form.isBusy) form.submit();
          }}
        >
          {children}
          <Button look="primary" size="wide" type="submit" isBusy={form.isBusy}>
            Submit
          </Button>
        </form>
        <p className="card-footer">
          {footer.question}{' '}
          <Link
            to={footer.to}
            state={stateForNextPage({ ...arriving, username: form.values.username ?? '' })}
          >
            {footer.link}
          </Link>
        </p>
      </div>
      {aside}
    </main>
  );
}

interface BannerProps {
  readonly label: string;
  readonly words: string | undefined;
  readonly form: CardForm;
}

const Banner = ({ label, words, form }: BannerProps) => (
  <div role="alert" className="banner-region">
    {words !== undefined && (
      <section className="banner" aria-label={label}>
        <div>
          <strong>{label}</strong>
          <p>{words}</p>
        </div>
        <button type="button" className="icon-button" aria-label="Close" onClick={form.closeFailure}>
          <span aria-hidden="true">×</span>
        </button>
      </section>
    )}
  </div>
);
