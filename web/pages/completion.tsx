import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isComplete, nextStepsOf } from '../../shared/partners/next-steps.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { keyOfItem } from '../../shared/rules/checklist-documents.ts';
import { formatDay, formatTime } from '../../shared/rules/format-time.ts';
import { prefetchProgress, progressQuery } from '../api-client/progress-query.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { documentsQuery, useQuery } from '../api-client/queries.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { ApplicationPdf } from '../documents/application-pdf.tsx';
import { downloadReceipt } from '../documents/download-receipt.ts';
import { ItemUpload } from '../documents/item-upload.tsx';
import { formStore, useChecklist, useReceipt } from '../form-state/form-store.ts';
import { OptionalPart } from '../layout/optional-part.tsx';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { sessionCookie, useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { SubmittedAnswers } from './submitted-answers.tsx';
import { Timeline } from './timeline.tsx';
import { Withdraw, Withdrawn } from './withdrawal.tsx';
import './completion.css';

const Corrections = lazyWithRetry(() => import('./corrections.tsx'));

// In parallel with the application, so a withdrawal usually shows from the start. A loader of the route would
// repeat the redirect to this page without end.
if (sessionCookie() !== undefined) prefetchProgress();

/** The time of a withdrawal; '' without one. When the applicant withdraws, the focus moves to the heading. */
function useWithdrawal(): string {
  const { withdrawn_at = '' } = useQuery(progressQuery).data ?? {};
  const before = useRef(withdrawn_at);
  useEffect(() => {
    if (before.current === '' && withdrawn_at !== '') document.querySelector<HTMLElement>('h1')?.focus();
    before.current = withdrawn_at;
  }, [withdrawn_at]);
  return withdrawn_at;
}

/** The page after submission: the receipt, the timeline and the next steps. */
export function Component() {
  usePageArrival('Completion');
  const withdrawnAt = useWithdrawal();
  return (
    <main id="main" className="page completion">
      <h1 tabIndex={-1}>{withdrawnAt === '' ? 'Your application is in' : 'Your application is withdrawn'}</h1>
      <Receipt />
      <OptionalPart>
        <Timeline />
      </OptionalPart>
      {withdrawnAt === '' ? <NextSteps /> : <Withdrawn at={withdrawnAt} />}
      <OptionalPart>
        <SubmittedAnswers />
      </OptionalPart>
      <OptionalPart>
        <ApplicationPdf />
      </OptionalPart>
      <OptionalPart>
        <Deferred>
          <Corrections />
        </Deferred>
      </OptionalPart>
      {withdrawnAt === '' && (
        <OptionalPart>
          <Withdraw />
        </OptionalPart>
      )}
    </main>
  );
}

/** The time in the user's zone, and in the university's, because its deadlines count. */
function SubmissionTime({ time }: { time: string }) {
  const [localTime, partnerTime] = [formatTime(time), formatTime(time, currentPartner().timeZone)];
  return (
    <time dateTime={time}>
      {localTime}
      {localTime !== partnerTime && <small>{partnerTime}</small>}
    </time>
  );
}

function Receipt() {
  const receipt = useReceipt();
  const username = useSession((state) => state.username);
  return (
    <div className="receipt">
      {receipt && (
        <>
          <dl>
            <div>
              <dt>Confirmation number</dt>
              <dd>{receipt.confirmation}</dd>
            </div>
            <div>
              <dt>Submitted</dt>
              <dd>
                <SubmissionTime time={receipt.submitted_at} />
              </dd>
            </div>
          </dl>
          <p>We also emailed this receipt to {username.toLowerCase()}.</p>
          <Button onClick={() => downloadReceipt(receipt)}>Download receipt</Button>
        </>
      )}
    </div>
  );
}

/** A time as a day at the university, as staff write the days on which items arrive. */
const dayOf = (time: string): string => formatDay(dayIn(currentPartner().timeZone, Date.parse(time)));

/**
 * The steps that this applicant needs, by their answers, which checklist items arrived, and an upload for a
 * copy of the others.
 */
function NextSteps() {
  const answers = useStore(formStore, (state) => state.answers);
  const checklist = useChecklist();
  const submittedAt = useReceipt()?.submitted_at;
  const partner = usePartner();
  const steps = nextStepsOf(partner, answers, checklist, submittedAt);
  const enabled = steps.some(({ uploadItem }) => uploadItem !== undefined);
  const documents = useQuery({ ...documentsQuery, enabled }).data;
  return (
    <section className="card next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">To complete your application, you must take the following steps.</h2>
      {isComplete(partner, answers, checklist) && (
        <p className="step-status" data-received>
          We have everything we need for your application.
        </p>
      )}
      <ol>
        {steps.map(({ title, text, link, status, isReceived, uploadItem }) => {
          const sentAt = uploadItem && documents?.[keyOfItem(uploadItem)]?.sent_at;
          const shownStatus = sentAt ? `Sent on ${dayOf(sentAt)}. Not yet checked.` : status;
          return (
            <li key={title} data-received={isReceived || undefined}>
              <h3>{title}</h3>
              {shownStatus !== undefined && <p className="step-status">{shownStatus}</p>}
              {text !== '' && <p>{text}</p>}
              {link && <a href={link.href}>{link.label}</a>}
              {uploadItem && (
                <OptionalPart>
                  <ItemUpload item={uploadItem} />
                </OptionalPart>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
