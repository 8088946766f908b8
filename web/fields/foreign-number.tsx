import { walk } from '../../shared/form/index.ts';
import { commitChanges, typeAnswer } from '../form-state/edit-answer.ts';
import { getAnswers, useText } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { openFolds } from '../ui/open-folds.ts';

const domesticOnly = 'This field takes U.S. and Canadian numbers.';

const labelOf = (key: string) =>
  walk(partnerForm()).questions.find((placed) => placed.key === key)?.question.label;

/** The message for a number of another country, which fits no format. */
export const foreignNumberMessage = (international: string | undefined): string =>
  international === undefined
    ? `${domesticOnly} Please use a different number or leave this blank.`
    : `${domesticOnly} Put other numbers under ${labelOf(international)}.`;

function move(from: string, to: string): void {
  typeAnswer(to, getAnswers()[from] ?? '');
  typeAnswer(from, '');
  commitChanges();
  const target = document.getElementById(`${to}-control`);
  openFolds(target);
  target?.focus();
}

/** A button that moves the number to the question for such numbers, unless that one has an answer. */
export function MoveForeignNumber({ from, to }: { from: string; to: string }) {
  const targetNumber = useText(to);
  if (targetNumber !== '') return null;
  return (
    <button type="button" className="link move-number" onClick={() => move(from, to)}>
      Move it to {labelOf(to)}
    </button>
  );
}
