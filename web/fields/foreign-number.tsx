import { walk } from '../../shared/form/index.ts';
import { commit, type } from '../form-state/edit-answer.ts';
import { answersNow, useText } from '../form-state/form-store.ts';
import { ourForm } from '../form-state/partner-form.ts';

const onlyHere = 'Only numbers in the United States and Canada fit here.';

const labelOf = (key: string) =>
  walk(ourForm()).questions.find((placed) => placed.key === key)?.question.label;

/** What is said about a number of another country, which no format fits. */
export const foreignNumberMessage = (international: string | undefined): string =>
  international === undefined
    ? `${onlyHere} Please use another number, or leave this empty.`
    : `${onlyHere} Please enter this one under ${labelOf(international)}.`;

function move(from: string, to: string): void {
  type(to, answersNow()[from] ?? '');
  type(from, '');
  commit();
  document.getElementById(`${to}-control`)?.focus();
}

/** Moves a number to the question that takes it, unless another number stands there. */
export function MoveNumber({ from, to }: { from: string; to: string }) {
  const there = useText(to);
  if (there !== '') return null;
  return (
    <button type="button" className="link move-number" onClick={() => move(from, to)}>
      Move it to {labelOf(to)}
    </button>
  );
}
