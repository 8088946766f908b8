import { Link } from 'react-router';
import { printLines, problemKey, walk } from '../../shared/form/index.ts';
import { PrintedLines, type QuestionLine } from '../print/printed-lines.tsx';
import { known } from '../session/snapshot.ts';
import { saveBehind } from './go-on.ts';
import { ourForm } from './our-form.ts';
import './review.css';
import { standing } from './standing.ts';
import { useChecks } from './wrong.ts';

/** Where each question stands on its page: several boxes or parts stand under the key of the first. */
const anchors = () =>
  new Map(walk(ourForm()).questions.map(({ key, question }) => [key, problemKey(key, question)]));

const saveFirst = () => {
  if (known().is_logged_in) saveBehind();
};

/**
 * All answers as staff will read them, each with the way back to its question. Drawn anew when an answer is finished,
 * not at each key. Closed at first: open, it would put a dozen screens of a phone before the button that submits.
 */
export function Review() {
  useChecks();
  const anchorOf = anchors();
  const change = (path: string) => (line: QuestionLine) => (
    <Link
      to={`${path}#${anchorOf.get(line.key) ?? line.key}`}
      replace
      aria-label={`Change ${line.label}`}
      onClick={saveFirst}
    >
      Change
    </Link>
  );
  return (
    <section className="card review" aria-labelledby="review">
      <h2 id="review">Review your answers</h2>
      <p className="intro">This is what the admissions office will read. Open a page to check it.</p>
      {printLines(ourForm(), standing.getState()).map(({ path, label, lines }) => (
        <details key={path}>
          <summary>
            <h3>{label}</h3>
          </summary>
          <PrintedLines lines={lines} below={3} beside={change(path)} />
        </details>
      ))}
    </section>
  );
}
