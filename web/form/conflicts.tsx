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

/** One question that was answered in two places, each answer in words. */
interface Choice {
  readonly key: string;
  readonly label: string;
  readonly here: string;
  readonly elsewhere: string;
  readonly older: Readonly<Record<string, Value>>;
}

function printed(answers: Answers): ReadonlyMap<string, { readonly label: string; readonly text: string }> {
  const lines = printLines(partnerForm(), { ...formStore.getState(), answers }).flatMap((page) => page.lines);
  return new Map(lines.flatMap((line) => (line.kind === 'answer' ? [[line.key, line]] : [])));
}

/** Questions that show; what hides has nothing to choose. */
function choicesFor(conflicts: Patch): readonly Choice[] {
  const here = printed(getAnswers());
  const elsewhere = printed({ ...getAnswers(), ...conflicts });
  return walk(partnerForm()).questions.flatMap(({ key, question }) => {
    const names = storedKeys(key, question).filter((name) => name in conflicts);
    const [ours, theirs] = [here.get(key), elsewhere.get(key)];
    if (names.length === 0 || !ours || !theirs || ours.text === theirs.text) return [];
    const older = Object.fromEntries(names.map((name) => [name, conflicts[name] ?? '']));
    return [{ key, label: ours.label, here: ours.text, elsewhere: theirs.text, older }];
  });
}

function takeOlder({ older }: Choice): void {
  for (const [key, value] of Object.entries(older)) if (!key.endsWith('_desc')) chooseAnswer(key, value);
  resolveConflicts(Object.keys(older));
}

const OneOfTwo = ({ choice }: { choice: Choice }) => (
  <li>
    <h3>{choice.label}</h3>
    <p>
      Here: <strong>{choice.here}</strong>
    </p>
    <p>
      In the other place: <strong>{choice.elsewhere}</strong>
    </p>
    <div className="conflict-answers">
      <Button size="fit" onClick={() => resolveConflicts(Object.keys(choice.older))}>
        Keep this one<span className="unseen">: {choice.here}</span>
      </Button>
      <Button size="fit" onClick={() => takeOlder(choice)}>
        Use the other<span className="unseen">: {choice.elsewhere}</span>
      </Button>
    </div>
  </li>
);

/** Answers that were changed in another place meanwhile: the later one stands unless the older is chosen (H-22). */
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
          <OneOfTwo key={choice.key} choice={choice} />
        ))}
      </ul>
    </Dialog>
  );
}
