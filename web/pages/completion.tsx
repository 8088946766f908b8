import { useStore } from 'zustand';
import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import { isComplete, nextStepsOf } from '../../shared/partners/next-steps.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { ApplicationPdf } from '../documents/application-pdf.tsx';
import { downloadReceipt } from '../documents/download-receipt.ts';
import { formStore, useChecklist, useReceipt } from '../form-state/form-store.ts';
import { OptionalPart } from '../layout/optional-part.tsx';
import { usePageArrival } from '../layout/use-page-arrival.tsx';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { SubmittedAnswers } from './submitted-answers.tsx';
import './completion.css';

/** The page after submission: the receipt and the next steps. */
export function Component() {
  usePageArrival('Completion');
  return (
    <main id="main" className="page completion">
      <h1 tabIndex={-1}>Your application is in</h1>
      <Receipt />
      <NextSteps />
      <OptionalPart>
        <SubmittedAnswers />
      </OptionalPart>
      <OptionalPart>
        <ApplicationPdf />
      </OptionalPart>
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

/** Until when the university decides, where it says so. */
function DecisionDay({ submittedAt }: { submittedAt: string }) {
  const day = decisionDayOf(currentPartner(), submittedAt);
  if (day === undefined) return null;
  return (
    <div>
      <dt>Decision by</dt>
      <dd>{day}</dd>
    </div>
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
            <DecisionDay submittedAt={receipt.submitted_at} />
          </dl>
          <p>We also emailed this receipt to {username.toLowerCase()}.</p>
          <Button onClick={() => downloadReceipt(receipt)}>Download receipt</Button>
        </>
      )}
    </div>
  );
}

/** The steps that this applicant needs, by their answers, and which checklist items arrived. */
function NextSteps() {
  const answers = useStore(formStore, (state) => state.answers);
  const checklist = useChecklist();
  const submittedAt = useReceipt()?.submitted_at;
  const partner = currentPartner();
  return (
    <section className="card next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">To complete your application, you must take the following steps.</h2>
      {isComplete(partner, answers, checklist) && (
        <p className="step-status" data-received>
          We have everything we need for your application.
        </p>
      )}
      <ol>
        {nextStepsOf(partner, answers, checklist, submittedAt).map(
          ({ title, text, link, status, isReceived }) => (
            <li key={title} data-received={isReceived || undefined}>
              <h3>{title}</h3>
              {status !== undefined && <p className="step-status">{status}</p>}
              {text !== '' && <p>{text}</p>}
              {link && <a href={link.href}>{link.label}</a>}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
