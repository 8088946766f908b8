import { useEffect, useRef, useState } from 'react';
import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import { isComplete, nextStepsOf } from '../../shared/partners/next-steps.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { keyOfItem } from '../../shared/rules/checklist-documents.ts';
import { formatDay, formatTime } from '../../shared/rules/format-time.ts';
import { itemName } from '../../shared/rules/item-names.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { documentsQuery, prefetchProgress, progressQuery, useQuery } from '../api-client/queries.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { ApplicationPdf } from '../documents/application-pdf.tsx';
import { ItemUpload } from '../documents/item-upload.tsx';
import { formStore, useChecklist, useReceipt } from '../form-state/form-store.ts';
import { OptionalPart } from '../layout/optional-part.tsx';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { sessionCookie, useSession } from '../session/session.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { SubmittedAnswers } from './submitted-answers.tsx';
import { Withdraw, Withdrawn } from './withdrawal.tsx';
import './completion.css';

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

/** The page after submission: the receipt, the next steps, and what else an applicant can do. */
export function Component() {
  usePageArrival('Application submitted');
  const withdrawnAt = useWithdrawal();
  return (
    <main id="main" className="page completion">
      <h1 tabIndex={-1}>{withdrawnAt === '' ? 'Your application is in' : 'Your application is withdrawn'}</h1>
      {withdrawnAt === '' && <Thanks />}
      <Receipt withdrawnAt={withdrawnAt} />
      {withdrawnAt === '' ? <NextSteps /> : <Withdrawn at={withdrawnAt} />}
      <div className="rows">
        <OptionalPart>
          <SubmittedAnswers />
        </OptionalPart>
        <OptionalPart>
          <ApplicationPdf />
        </OptionalPart>
        {withdrawnAt === '' && (
          <OptionalPart>
            <Withdraw />
          </OptionalPart>
        )}
        <FoundMistake />
      </div>
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

function Thanks() {
  const { preferred_name, first_name } = formStore.use((state) => state.answers);
  return (
    <p className="thanks">
      Thank you, <span translate="no">{preferred_name || first_name}</span>. We have everything you sent.
    </p>
  );
}

/** The proof of submission, and the day of the decision. */
function Receipt({ withdrawnAt }: { readonly withdrawnAt: string }) {
  const receipt = useReceipt();
  const username = useSession((state) => state.username);
  const partner = usePartner();
  if (receipt === null) return <div className="receipt" />;
  const decisionDay = withdrawnAt === '' ? decisionDayOf(partner, receipt.submitted_at) : undefined;
  return (
    <div className="receipt">
      <dl className="row">
        <div className="confirmation">
          <dt>Confirmation number</dt>
          <dd className="row">
            <strong translate="no">{receipt.confirmation}</strong>
            <CopyButton text={receipt.confirmation} what="number" />
          </dd>
        </div>
        <div>
          <dt>Submitted</dt>
          <dd>
            <SubmissionTime time={receipt.submitted_at} />
          </dd>
        </div>
        {decisionDay !== undefined && (
          <div>
            <dt>Decision by</dt>
            <dd>{decisionDay}</dd>
          </div>
        )}
        {withdrawnAt !== '' && (
          <div>
            <dt>Withdrawn</dt>
            <dd>
              <time dateTime={withdrawnAt}>{formatTime(withdrawnAt)}</time>
            </dd>
          </div>
        )}
      </dl>
      <p>{`We also emailed this receipt to ${username.toLowerCase()}.`}</p>
    </div>
  );
}

/** Submitted answers never change. The subject of the mail tells the office which records to correct. */
function FoundMistake() {
  const { helpEmail, name } = currentPartner();
  const { confirmation = '' } = useReceipt() ?? {};
  const subject = `Correction of application ${confirmation} to ${name}`;
  return (
    <p className="found-mistake">
      <span>Found a mistake? You can't change a submitted answer yourself. Write to </span>
      <a href={`mailto:${helpEmail}?subject=${encodeURIComponent(subject)}`}>{helpEmail}</a>.
    </p>
  );
}

/** A time as a day at the university, as staff write the days on which items arrive. */
const dayOf = (time: string): string => formatDay(dayIn(currentPartner().timeZone, Date.parse(time)));

/**
 * The steps that this applicant needs, by their answers, which checklist items arrived, and an upload for a
 * copy of the others.
 */
function NextSteps() {
  const answers = formStore.use((state) => state.answers);
  const checklist = useChecklist();
  const submittedAt = useReceipt()?.submitted_at;
  const partner = usePartner();
  const steps = nextStepsOf(partner, answers, checklist, submittedAt);
  const enabled = steps.some(({ uploadItem }) => uploadItem !== undefined);
  const documents = useQuery({ ...documentsQuery, enabled }).data;
  return (
    <section className="next-steps" aria-labelledby="next-steps">
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
              {uploadItem && <CopyUpload item={uploadItem} isSent={sentAt !== undefined} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface CopyProps {
  readonly item: string;
  readonly isSent: boolean;
}

/** Folded until the applicant wants to upload a copy of a checklist item, or has sent one. */
function CopyUpload({ item, isSent }: CopyProps) {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <details
      className="copy-upload"
      open={isOpen ?? isSent}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Upload a copy<span className="unseen">: {itemName(item)}</span>
      </summary>
      {(isOpen ?? isSent) && (
        <OptionalPart>
          <ItemUpload item={item} />
        </OptionalPart>
      )}
    </details>
  );
}
