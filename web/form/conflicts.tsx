import { type Answers, printLines } from '../../shared/form/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { choose } from './answer.ts';
import { ourForm } from './our-form.ts';
import { settleConflicts, useSaving } from './save.ts';
import { answersNow, standing } from './standing.ts';

const inWords = (key: string, answers: Answers) =>
  printLines(ourForm(), { ...standing.getState(), answers: { ...answersNow(), ...answers } })
    .flatMap(({ lines }) => lines)
    .find((line) => line.kind === 'answer' && line.key === key);

function Conflict({ name, older }: { name: string; older: string | boolean }) {
  const line = inWords(name, { [name]: older });
  if (line?.kind !== 'answer') return null;
  return (
    <li>
      <p>
        {line.label}: {line.text}
      </p>
      <Button size="fit" onClick={() => choose(name, older)}>
        Use this answer
      </Button>
    </li>
  );
}

/** Answers that were changed in another place meanwhile: the later one stands unless the older is chosen (H-22). */
export function Conflicts() {
  const { conflicts } = useSaving();
  const entries = Object.entries(conflicts).filter(([key]) => !key.endsWith('_desc'));
  return (
    <Dialog
      isOpen={entries.length > 0}
      onClose={settleConflicts}
      title="Changed in another place"
      size="medium"
      actions={
        <Button look="primary" onClick={settleConflicts}>
          Done
        </Button>
      }
    >
      <p>These answers were also changed in another window or device. We kept the ones you just gave.</p>
      <ul className="conflicts">
        {entries.map(([key, older]) => (
          <Conflict key={key} name={key} older={older ?? ''} />
        ))}
      </ul>
    </Dialog>
  );
}
