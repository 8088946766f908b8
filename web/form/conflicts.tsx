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
import { saveQueue } from '../form-state/save-queue.ts';
import { removeConflicts, useSaveStatus } from '../form-state/save-status.ts';
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
  const lines = printLines(partnerForm(), { ...formStore.get(), answers }).flatMap((page) => page.lines);
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
  saveQueue.resolveConflicts(Object.keys(olderAnswers));
}

/** Labels for the origins of the two answers. After a reload, the page no longer knows the devices. */
const origins = {
  here: { current: 'Here', other: 'Somewhere else' },
  loaded: { current: 'Saved last', other: 'Saved before' },
} as const;

interface ChoiceProps {
  readonly choice: Choice;
  readonly origin: (typeof origins)[keyof typeof origins];
}

const ConflictChoice = ({ choice, origin }: ChoiceProps) => (
  <li>
    <h3>{choice.label}</h3>
    <div className="conflict-answers">
      <Button size="wide" onClick={() => saveQueue.resolveConflicts(Object.keys(choice.olderAnswers))}>
        <span>{origin.current}: </span>
        <strong>{choice.current}</strong>
      </Button>
      <Button size="wide" onClick={() => takeOlder(choice)}>
        <span>{origin.other}: </span>
        <strong>{choice.other}</strong>
      </Button>
    </div>
  </li>
);

/**
 * Asks about answers that another tab or device changed in the meantime. The newer answer applies until the
 * applicant chooses; the server keeps both. Closing the dialog resolves nothing: the page asks again on the
 * next load.
 */
export function Conflicts() {
  const { conflicts, areConflictsLoaded } = useSaveStatus();
  const choices = choicesFor(conflicts);
  return (
    <Dialog
      isOpen={choices.length > 0}
      onClose={() => removeConflicts(Object.keys(conflicts))}
      title="You changed this somewhere else"
      size="medium"
      actions={null}
    >
      <p>You gave a different answer in another window or on another device. Which one should we keep?</p>
      <ul className="stack conflicts">
        {choices.map((choice) => (
          <ConflictChoice
            key={choice.key}
            choice={choice}
            origin={areConflictsLoaded ? origins.loaded : origins.here}
          />
        ))}
      </ul>
    </Dialog>
  );
}
