import type { ReactNode } from 'react';
import { isSessionEnd } from '../session/end-session.ts';
import type { AccountForm } from './use-account-form.ts';

interface Props {
  readonly label: string;
  readonly message: string | undefined;
  /** Renders help below the message of an error. */
  readonly helpFor?: ((message: string) => ReactNode) | undefined;
  readonly form: Pick<AccountForm, 'closeFailure'>;
}

/**
 * The error of a form. Its label is for screen readers: the message says everything. An ended session is not
 * the user's mistake, so its banner has calm colors.
 */
export const Banner = ({ label, message, helpFor, form }: Props) => (
  <div role="alert" className="banner-region">
    {message !== undefined && (
      <section className="banner" aria-label={label} data-calm={isSessionEnd(message) || undefined}>
        <div>
          <p>{message}</p>
          <BannerHelp content={helpFor?.(message)} />
        </div>
        <button type="button" className="icon-button" aria-label="Close" onClick={form.closeFailure}>
          <span aria-hidden="true">×</span>
        </button>
      </section>
    )}
  </div>
);

const BannerHelp = ({ content }: { content: ReactNode }) => content && <p>{content}</p>;
