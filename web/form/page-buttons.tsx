import type { Page } from '../../shared/form/index.ts';
import { hasAnswers } from '../form-state/form-store.ts';
import { adjacentPages, useContinueTo, useGoToSignUp } from '../form-state/navigation.ts';
import { useOpenCount } from '../form-state/page-progress.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { useSubmit } from '../form-state/submit.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { useSpoken } from '../ui/speak.ts';
import { submitId } from './anchors.ts';
import { loadSummary } from './load-summary.ts';
import { Deadline } from './notices.tsx';

const openCountId = 'open-count';
const attemptId = 'submit-attempt';

/** 'Previous' and 'Save and Continue', and 'Submit' on the last page. */
export function PageButtons({ page }: { page: Page }) {
  const { previous, next } = adjacentPages(partnerForm(), page);
  const continueTo = useContinueTo();
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  return (
    <div className="page-buttons">
      {next === undefined && (
        <p className="only-one">Please submit only one application, either this one or the Common App.</p>
      )}
      {next === undefined && <Deadline isRepeated />}
      {next === undefined && <OpenCount />}
      {next === undefined && <SubmitIsFinal />}
      {next === undefined ? (
        <Submit />
      ) : (
        <Button look="primary" onClick={() => continueTo(next.path)}>
          Save and Continue
        </Button>
      )}
      {previous &&
        (isLoggedIn ? (
          <Button onClick={() => continueTo(previous.path)}>Previous</Button>
        ) : (
          <AnonymousPrevious path={previous.path} />
        ))}
    </div>
  );
}

/** Anonymous visitors with answers sign up before they leave a page. */
function AnonymousPrevious({ path }: { path: string }) {
  const goToSignUp = useGoToSignUp();
  return (
    <Link
      className="button"
      data-look="secondary"
      data-size="regular"
      to={path}
      onClick={(event) => {
        if (!hasAnswers()) return;
        event.preventDefault();
        goToSignUp();
      }}
    >
      Previous
    </Link>
  );
}

function SubmitIsFinal() {
  const address = useSession(({ is_logged_in, username }) => (is_logged_in ? username : ''));
  const receipt = address && ` We'll email you a receipt at ${address}.`;
  return <p className="is-final">{`You can't change your answers after you submit.${receipt}`}</p>;
}

/** The number of answers that prevent submission, shown before the button is pressed. */
function OpenCount() {
  const count = useOpenCount();
  const text =
    count === 0
      ? 'All required questions are answered.'
      : `${count} ${count === 1 ? 'answer needs' : 'answers need'} your attention.`;
  return (
    <p className="open-count" id={openCountId} data-open={count !== 0 || undefined}>
      {count !== undefined && text}
    </p>
  );
}

function Submit() {
  const {
    attempt: { text, isRunning },
    submit,
  } = useSubmit({ loadSummary });
  useSpoken(text);
  return (
    <>
      <p className="submitting" id={attemptId} data-failed={!isRunning || undefined}>
        {text}
      </p>
      <Button
        id={submitId}
        className={isRunning ? 'loading' : ''}
        look="primary"
        isBusy={isRunning}
        aria-describedby={`${openCountId} ${attemptId}`}
        onClick={submit}
      >
        Submit
      </Button>
    </>
  );
}
