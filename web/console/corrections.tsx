import { useEffect, useId, useRef, useState } from 'react';
import { staffChecklistRoutes, type staffReadRoutes } from '../../shared/api/console-routes.ts';
import type { Correction } from '../../shared/api/correction-replies.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { printLines, withoutQuestions } from '../../shared/form/index.ts';
import { type CorrectionOutcome, maxReplyLength } from '../../shared/rules/corrections.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { type PrintedQuestion, printedQuestions, questionName } from '../print/printed-questions.ts';
import { Button } from '../ui/button.tsx';
import { speak } from '../ui/speak.ts';
import { answersId } from './answers.tsx';
import { callStaff } from './call-staff.ts';
import { Problem } from './problem.tsx';
import { answersQuery, refetchAfterConflict, showAnswered } from './queries.ts';
import { useMember } from './session.ts';
import { useTypedText } from './tab-data.ts';
import { shortTime } from './times.ts';

const outcomes: Readonly<Record<CorrectionOutcome, string>> = {
  corrected: 'Corrected in our records',
  unchanged: 'Not changed',
};

interface RequestProps {
  readonly applicant: string;
  readonly correction: Correction;
  readonly name: string;
  readonly reply: string;
  readonly setReply: (reply: string) => void;
}

function useAnswer({ applicant, correction: { id }, name, reply, setReply }: RequestProps) {
  const [outcome, setOutcome] = useState<CorrectionOutcome>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async () => {
    if (isBusy || outcome === undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const params = { applicant, correction: id };
      const body = { outcome, reply };
      const answered = await callStaff(staffChecklistRoutes.answerCorrection, { params, body });
      setReply('');
      showAnswered(applicant, answered);
      speak(`Answered: ${name}`);
      document.getElementById(headingId)?.focus();
    } catch (reason) {
      await refetchAfterConflict(reason, answersQuery(applicant));
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return { outcome, setOutcome, isBusy, error, send };
}

const headingId = 'corrections-asked';

/** The applicant gets a mail that the office answered, and reads the reply on the completion page. */
function AnswerForm(props: RequestProps) {
  const { outcome, setOutcome, isBusy, error, send } = useAnswer(props);
  const { reply, setReply } = props;
  const id = useId();
  return (
    <form
      className="add-note"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id}>
        Reply to the applicant<span className="unseen">: {props.name}</span>
      </label>
      <textarea
        id={id}
        className="control"
        rows={3}
        maxLength={maxReplyLength}
        required
        aria-describedby={`${id}-count`}
        value={reply}
        onChange={({ target }) => setReply(target.value)}
      />
      <p className="hint" id={`${id}-count`}>
        {(maxReplyLength - reply.length).toLocaleString('en-US')} characters left. We email the applicant that
        you answered.
      </p>
      <fieldset className="outcomes">
        <legend>
          Outcome<span className="unseen">: {props.name}</span>
        </legend>
        {(Object.keys(outcomes) as CorrectionOutcome[]).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={id}
              required
              checked={outcome === each}
              onChange={() => setOutcome(each)}
            />
            {outcomes[each]}
          </label>
        ))}
      </fieldset>
      <Button type="submit" size="fit" isBusy={isBusy}>
        Send answer
      </Button>
      <Problem error={error} />
    </form>
  );
}

/** Says that a colleague answered first, until the person deletes the own reply. Gets the lost focus. */
function UnsentReply({ reply, setReply }: Pick<RequestProps, 'reply' | 'setReply'>) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) notice.current?.focus();
  }, []);
  return (
    <div className="notice" data-stops role="alert" ref={notice} tabIndex={-1}>
      <p>A colleague already answered. Your reply was not sent:</p>
      <p className="note-text">{reply}</p>
      <Button
        size="fit"
        onClick={() => {
          setReply('');
          document.getElementById(headingId)?.focus();
        }}
      >
        Delete my reply
      </Button>
    </div>
  );
}

interface LineProps {
  readonly applicant: string;
  readonly correction: Correction;
  readonly question: PrintedQuestion | undefined;
  readonly mayAnswer: boolean;
}

function Line({ applicant, correction, question, mayAnswer }: LineProps) {
  const { key, text, asked_at, answered_at, outcome, reply } = correction;
  const name = question === undefined ? key : questionName(question);
  const [typed, setReply] = useTypedText(`staff-reply:${correction.id}`);
  return (
    <li>
      <h3>{question === undefined ? name : <a href={`#${answersId(question.path)}`}>{name}</a>}</h3>
      <dl className="side-list">
        <div>
          <dt>Submitted</dt>
          <dd className="note-text">{question?.answer ?? 'The form no longer has this question.'}</dd>
        </div>
        <div>
          <dt>Should say</dt>
          <dd className="note-text">{text}</dd>
        </div>
      </dl>
      <p className="hint">Asked {shortTime(asked_at)}</p>
      {answered_at !== undefined && outcome !== undefined && (
        <>
          <p className="item-status">
            {outcomes[outcome]}, {shortTime(answered_at)}
          </p>
          <p className="note-text">{reply}</p>
          {typed !== '' && <UnsentReply reply={typed} setReply={setReply} />}
        </>
      )}
      {answered_at === undefined && mayAnswer && (
        <AnswerForm {...{ applicant, correction, name, setReply }} reply={typed} />
      )}
    </li>
  );
}

interface Props {
  readonly applicant: string;
  readonly application: ReplyOf<typeof staffReadRoutes.getAnswers>;
}

/** Open requests first, oldest first: they wait longest. */
const inOrder = (all: readonly Correction[]): readonly Correction[] => [
  ...all.filter(({ answered_at }) => answered_at === undefined),
  ...all.filter(({ answered_at }) => answered_at !== undefined).toReversed(),
];

/** The applicant's requests for corrections. The submitted answers never change. */
export function Corrections({ applicant, application }: Props) {
  const { roles } = useMember();
  const { corrections, answer, add_another, tabs, hidden } = application;
  if (corrections.length === 0) return null;
  const { form } = withoutQuestions(partnerForm(), hidden);
  const pages = printLines(form, { answers: answer, counts: add_another, tabs });
  const questions = new Map(pages.flatMap(printedQuestions).map((each) => [each.key, each]));
  return (
    <section className="side-part" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        Corrections asked
      </h2>
      <ul className="notes">
        {inOrder(corrections).map((correction) => (
          <Line
            key={correction.id}
            applicant={applicant}
            correction={correction}
            question={questions.get(correction.key)}
            mayAnswer={isAllowed(roles, 'corrections')}
          />
        ))}
      </ul>
    </section>
  );
}
