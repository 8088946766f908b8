import {
  type Answers,
  type Patch,
  printLines,
  storedKeys,
  type Value,
  walk,
} from '../../shared/form/index.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { formStore, getAnswers } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { resolveConflicts, useSaveStatus } from '../form-state/save-status.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import './conflicts.css';

/** A question that was answered in two places, with both answers as text. */
interface Choice {
  readonly key: string;
  readonly label: string;
  readonly current: string;
  readonly other: string;
  readonly olderAnswers: Readonly<Record<string, Value>>;
}

function printedAnswers(
  answers: Answers,
): ReadonlyMap<string, { readonly label: string; readonly text: string }> {
  const lines = printLines(partnerForm(), { ...formStore.getState(), answers }).flatMap((page) => page.lines);
  return new Map(lines.flatMap((line) => (line.kind === 'answer' ? [[line.key, line]] : [])));
}

/** The conflicts of visible questions. */
function choicesFor(conflicts: Patch): readonly Choice[] {
  const current = printedAnswers(getAnswers());
  const other = printedAnswers({ ...getAnswers(), ...conflicts });
  return walk(partnerForm()).questions.flatMap(({ key, question }) => {
    const names = storedKeys(key, question).filter((name) => name in conflicts);
    const [currentLine, otherLine] = [current.get(key), other.get(key)];
    if (names.length === 0 || !currentLine || !otherLine || currentLine.text === otherLine.text) return [];
    const olderAnswers = Object.fromEntries(names.map((name) => [name, conflicts[name] ?? '']));
    return [
      {
        key,
        label: currentLine.label,
        current: currentLine.text,
        other: otherLine.text,
        olderAnswers,
      },
    ];
  });
}

function takeOlder({ olderAnswers }: Choice): void {
  for (const [key, value] of Object.entries(olderAnswers))
    if (!key.endsWith('_desc')) chooseAnswer(key, value);
  resolveConflicts(Object.keys(olderAnswers));
}

const ConflictChoice = ({ choice }: { choice: Choice }) => (
  <li>
    <h3>{choice.label}</h3>
    <p>
      Here: <strong>{choice.current}</strong>
    </p>
    <p>
      In the other place: <strong>{choice.other}</strong>
    </p>
    <div className="conflict-answers">
      <Button size="fit" onClick={() => resolveConflicts(Object.keys(choice.olderAnswers))}>
        Keep this one<span className="unseen">: {choice.current}</span>
      </Button>
      <Button size="fit" onClick={() => takeOlder(choice)}>
        Use the other<span className="unseen">: {choice.other}</span>
      </Button>
    </div>
  </li>
);

/**
 * Answers that another tab or device changed meanwhile. The newer answer stays unless the applicant chooses the older
 * one.
 */
export function Conflicts() {
  const { conflicts } = useSaveStatus();
  const choices = choicesFor(conflicts);
  const keepAll = () => resolveConflicts(Object.keys(conflicts));
  return (
    <Dialog
      isOpen={choices.length > 0}
      onClose={keepAll}
      title="Changed in another place"
      size="medium"
      actions={
        <Button look="primary" onClick={keepAll}>
          Keep what is here
        </Button>
      }
    >
      <p>You also changed this in another window or on another device. Which answer should we keep?</p>
      <ul className="conflicts">
        {choices.map((choice) => (
          <ConflictChoice key={choice.key} choice={choice} />
        ))}
      </ul>
    </Dialog>
  );
}
