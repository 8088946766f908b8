import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Correction } from '../../shared/api/correction-replies.ts';
import { correctionRoutes } from '../../shared/api/correction-routes.ts';
import { printLines } from '../../shared/form/index.ts';
import { dayIn } from '../../shared/partners/time-zone.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';
import { progressQuery } from '../api-client/progress-query.ts';
import { useQuery } from '../api-client/queries.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { formStore } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { printedQuestions, questionName } from '../print/printed-questions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { speak } from '../ui/speak.ts';
import { correctionsQuery, refetchCorrections, showCorrections } from './corrections-query.ts';

/** A time as a day at the university. */
const dayOf = (time: string): string => formatDay(dayIn(currentPartner().timeZone, Date.parse(time)));

function statusOf({ asked_at, answered_at, outcome }: Correction): string {
  if (answered_at === undefined) return `Sent on ${dayOf(asked_at)}`;
  return outcome === 'corrected'
    ? `Done: we corrected our records on ${dayOf(answered_at)}`
    : `Answered on ${dayOf(answered_at)}`;
}

interface RequestProps {
  readonly request: Correction;
  readonly name: string;
}

/** Asks before it deletes, because the text cannot be restored. */
function TakeBack({ request, name }: RequestProps) {
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isWithdrawn = useQuery(progressQuery).data?.withdrawn_at;
  const close = () => {
    setOpen(false);
    setFailure(undefined);
  };
  const takeBack = async () => {
    setBusy(true);
    try {
      const left = await call(correctionRoutes.takeBackCorrection, { params: { correction: request.id } });
      // While the dialog is open, nothing behind it can have the focus.
      flushSync(() => setOpen(false));
      showCorrections(left);
      speak('Request taken back');
      // The section of a withdrawn application disappears with its last request.
      const isGone = isWithdrawn && left.corrections.length === 0;
      document.querySelector<HTMLElement>(isGone ? 'h1' : '#corrections')?.focus();
    } catch (error) {
      setFailure(errorMessage(error));
      void refetchCorrections();
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="quiet" size="fit" onClick={() => setOpen(true)}>
        Take back<span className="unseen"> your request: {name}</span>
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Take back this request?"
        isAlert
        actions={
          <>
            <Button size="next" onClick={close}>
              Keep it
            </Button>
            <Button look="primary" size="next" isBusy={isBusy} onClick={() => void takeBack()}>
              Take back
            </Button>
          </>
        }
      >
        <p className="request-text">{request.text}</p>
        <div role="alert">
          {failure && (
            <p className="notice" data-stops>
              {failure}
            </p>
          )}
        </div>
      </Dialog>
    </>
  );
}

const Request = ({ request, name }: RequestProps) => (
  <li>
    <h4>{name}</h4>
    <p className="request-text">{request.text}</p>
    <p className="request-status" data-done={request.outcome === 'corrected' || undefined}>
      {statusOf(request)}
    </p>
    {request.reply !== undefined && (
      <p className="request-text request-reply">
        <strong>Our answer:</strong> {request.reply}
      </p>
    )}
    {request.answered_at === undefined && <TakeBack request={request} name={name} />}
  </li>
);

function Requests({ requests }: { readonly requests: readonly Correction[] }) {
  const pages = printLines(partnerForm(), formStore.getState());
  const names = new Map(
    pages.flatMap(printedQuestions).map((question) => [question.key, questionName(question)]),
  );
  return (
    <>
      <h3>Your requests</h3>
      <ul className="requests">
        {requests.toReversed().map((request) => (
          <Request key={request.id} request={request} name={names.get(request.key) ?? 'A question'} />
        ))}
      </ul>
    </>
  );
}

/** The applicant's requests, newest first, with the office's answers. */
export default function CorrectionList() {
  const { data, isError, isFetching, refetch } = useQuery(correctionsQuery);
  if (isError && data === undefined)
    return (
      <p className="corrections-problem">
        We can't show your requests right now.{' '}
        <Button size="fit" isBusy={isFetching} onClick={() => void refetch()}>
          Try again<span className="unseen"> to show your requests</span>
        </Button>
      </p>
    );
  return data === undefined || data.corrections.length === 0 ? null : (
    <Requests requests={data.corrections} />
  );
}
