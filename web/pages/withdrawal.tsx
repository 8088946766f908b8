import { Suspense, useState } from 'react';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { showProgress } from '../api-client/queries.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { lazyWithRetry } from '../ui/retry.ts';

const WithdrawForm = lazyWithRetry(async () => ({
  default: (await import('../account/withdraw-form.tsx')).WithdrawForm,
}));

/** Withdraws the application. The form loads when the applicant opens it. */
export function Withdraw() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="withdrawal" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>Withdraw your application</h2>
      </summary>
      <Suspense fallback={<p>Loading...</p>}>
        {isOpen && <WithdrawForm onWithdrawn={(withdrawn_at) => showProgress({ withdrawn_at })} />}
      </Suspense>
    </details>
  );
}

/** Replaces the next steps of a withdrawn application. */
export function Withdrawn({ at }: { readonly at: string }) {
  const { helpEmail, phone, timeZone } = currentPartner();
  return (
    <section aria-labelledby="withdrawn">
      <h2 id="withdrawn">You withdrew your application on {formatDay(dayIn(timeZone, Date.parse(at)))}.</h2>
      <p>The admissions office has stopped working on it. There is nothing more for you to do.</p>
      <p>
        Changed your mind? Contact the admissions office: write to{' '}
        <a href={`mailto:${helpEmail}`}>{helpEmail}</a> or call {phone}.
      </p>
    </section>
  );
}
