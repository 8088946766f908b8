import { Link } from 'react-router';
import { errorKey, printLines, walk } from '../../shared/form/index.ts';
import { saveBehind } from '../form-state/navigation.ts';
import { ourForm } from '../form-state/partner-form.ts';
import { PrintedLines, type QuestionLine } from '../print/printed-lines.tsx';
import { known } from '../session/session.ts';
import './reviewed-page.css';
import { useChecks } from '../form-state/errors.ts';
import { standing } from '../form-state/form-store.ts';

/** Where each question stands on its page: several boxes or parts stand under the key of the first. */
const anchors = () =>
  new Map(walk(ourForm()).questions.map(({ key, question }) => [key, errorKey(key, question)]));

const saveFirst = () => {
  if (known().is_logged_in) saveBehind();
};

/** The lines of one page of the form. Drawn anew when an answer is finished, not at each key. */
export function ReviewedPage({ path }: { path: string }) {
  useChecks();
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
  const lines = printLines(ourForm(), standing.getState()).find((page) => page.path === path)?.lines ?? [];
  return <PrintedLines lines={lines} below={3} beside={change} />;
}
