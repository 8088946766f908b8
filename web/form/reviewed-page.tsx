import { type MouseEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type PrintedPage, printLines, walk } from '../../shared/form/index.ts';
import { useFoundErrors, validateForm } from '../form-state/errors.ts';
import { formStore, hasAnswers } from '../form-state/form-store.ts';
import { saveInBackground, useGoToSignUp } from '../form-state/navigation.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { focusTarget } from '../layout/use-page-arrival.tsx';
import { PrintedLines, plainText, type QuestionLine } from '../print/printed-lines.tsx';
import { getSession } from '../session/session.ts';
import { isWideScreen } from '../ui/dom.ts';
import { Link } from '../ui/link.tsx';
import { lazyWithRetry } from '../ui/retry.ts';

const FoldedReview = lazyWithRetry(async () => ({
  default: (await import('./folded-review.tsx')).FoldedReview,
}));

/** The element id of each question: the key that holds its errors. */
const anchors = () => new Map(walk(partnerForm()).questions.map(({ key, errorKey }) => [key, errorKey]));

/**
 * Saves before the applicant follows a 'Change' link. An anonymous visitor with answers signs up first, as
 * for every other way to leave a page.
 */
function useLeave() {
  const goToSignUp = useGoToSignUp();
  return (event: MouseEvent) => {
    if (getSession().is_logged_in) return saveInBackground();
    if (!hasAnswers()) return;
    event.preventDefault();
    goToSignUp();
  };
}

/** The element id of a 'Change' link: the hash to which Back returns. */
const changeId = (path: string, { key }: QuestionLine) => `${path}/${key}`;

/** Changes the hash of the current history entry. The router reads it when the applicant comes back. */
const setHash = (hash: string): void =>
  window.history.replaceState(
    window.history.state,
    '',
    window.location.pathname + window.location.search + hash,
  );

/** Focuses the 'Change' link that the applicant followed from this page of the review, once. */
function useReturn(path: string): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash.startsWith(`#${path}/`) && focusTarget(hash.slice(1))) setHash('');
  }, [path]);
}

/** Returns from a page that a 'Change' link opened. */
export function BackToReview() {
  const navigate = useNavigate();
  const leave = useLeave();
  const goBack = (event: MouseEvent) => {
    leave(event);
    if (!event.defaultPrevented) navigate(-1);
  };
  return (
    <div className="back-to-review">
      <button type="button" className="link" onClick={goBack}>
        Back to review
      </button>
    </div>
  );
}

/** The answer, and the error that must be fixed before submission. */
function ReviewedAnswer({ line, error }: { line: QuestionLine; error: string | undefined }) {
  if (error === undefined) return <span>{plainText(line)}</span>;
  return (
    <>
      {line.answered && <span>{`${plainText(line)}\n`}</span>}
      <strong className="review-error">{line.answered ? error : 'Required: not answered yet'}</strong>
    </>
  );
}

/**
 * The lines of one form page, rendered again when an answer is committed, not at every keystroke.
 */
export function ReviewedPage({ path }: { path: string }) {
  useFoundErrors();
  useReturn(path);
  const leave = useLeave();
  const [isWide] = useState(isWideScreen);
  const anchorOf = anchors();
  const anchor = ({ key }: QuestionLine) => anchorOf.get(key) ?? key;
  const errors = validateForm();
  const change = (line: QuestionLine) => (
    <Link
      to={`${path}#${anchor(line)}`}
      state={{ from: 'review' }}
      id={changeId(path, line)}
      aria-label={`Change ${line.label}`}
      onClick={(event) => {
        leave(event);
        if (!event.defaultPrevented) setHash(`#${changeId(path, line)}`);
      }}
    >
      Change
    </Link>
  );
  const answer = (line: QuestionLine) => <ReviewedAnswer line={line} error={errors[anchor(line)]?.[0]} />;
  const pages = printLines(partnerForm(), formStore.get()).filter((page) => page.path === path);
  const print = (printed: readonly PrintedPage[]) => (
    <PrintedLines
      lines={printed[0]?.lines ?? []}
      parentLevel={3}
      renderAnswer={answer}
      renderAction={change}
    />
  );
  return isWide ? print(pages) : <FoldedReview pages={pages} print={print} />;
}
