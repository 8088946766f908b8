import { Link } from 'react-router';
import { errorKey, printLines, walk } from '../../shared/form/index.ts';
import { useNotes } from '../form-state/answer-notes.ts';
import { saveInBackground } from '../form-state/navigation.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { PrintedLines, type QuestionLine } from '../print/printed-lines.tsx';
import { getSession } from '../session/session.ts';
import './reviewed-page.css';
import { useValidationCount } from '../form-state/errors.ts';
import { formStore } from '../form-state/form-store.ts';

/** The element id of each question: the key that holds its errors. */
const anchors = () =>
  new Map(walk(partnerForm()).questions.map(({ key, question }) => [key, errorKey(key, question)]));

const saveFirst = () => {
  if (getSession().is_logged_in) saveInBackground();
};

/** The lines of one form page. Rendered again when an answer is committed, not at every keystroke. */
export function ReviewedPage({ path }: { path: string }) {
  useValidationCount();
  const anchorOf = anchors();
  const change = (line: QuestionLine) => (
    <Link
      to={`${path}#${anchorOf.get(line.key) ?? line.key}`}
      replace
      aria-label={`Change ${line.label}`}
      onClick={saveFirst}
    >
      Change
    </Link>
  );
  const state = formStore.getState();
  const notes = useNotes();
  const lines = printLines(partnerForm(), state, notes).find((page) => page.path === path)?.lines ?? [];
  return <PrintedLines lines={lines} parentLevel={3} renderAction={change} />;
}
