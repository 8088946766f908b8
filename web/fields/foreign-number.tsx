import { walk } from '../../shared/form/index.ts';
import { commitChanges, typeAnswer } from '../form-state/edit-answer.ts';
import { getAnswers, useText } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';

const onlyHere = 'Only numbers in the United States and Canada fit here.';

const labelOf = (key: string) =>
  walk(partnerForm()).questions.find((placed) => placed.key === key)?.question.label;

/** What is said about a number of another country, which no format fits. */
export const foreignNumberMessage = (international: string | undefined): string =>
  international === undefined
    ? `${onlyHere} Please use another number, or leave this empty.`
    : `${onlyHere} Please enter this one under ${labelOf(international)}.`;

function move(from: string, to: string): void {
  typeAnswer(to, getAnswers()[from] ?? '');
  typeAnswer(from, '');
  commitChanges();
  document.getElementById(`${to}-control`)?.focus();
}

/** Moves a number to the question that takes it, unless another number stands there. */
export function MoveForeignNumber({ from, to }: { from: string; to: string }) {
  const there = useText(to);
  if (there !== '') return null;
  return (
    <button type="button" className="link move-number" onClick={() => move(from, to)}>
      Move it to {labelOf(to)}
    </button>
  );
}
