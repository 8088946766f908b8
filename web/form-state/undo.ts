import { type PlacedQuestion, walk } from '../../shared/form/index.ts';
import { speak } from '../ui/speak.ts';
import { createValue } from '../value.ts';
import { partnerForm } from './partner-form.ts';

/** An offer to undo the last change, which cleared answers. It ends with the next change. */
interface UndoOffer {
  /** The key of the question that shows the offer. */
  readonly place: string;
  readonly text: string;
  readonly undo: () => void;
}

const offer = createValue<UndoOffer | undefined>(undefined);

export const withdrawUndo = (): void => offer.set(undefined);

/** The label of a choice does not count as an answer. */
const isAnswer = (key: string): boolean => !key.endsWith('_desc');

const maxNamedQuestions = 2;

const labelIn = ({ part, question }: PlacedQuestion): string =>
  part === '' ? question.label : `${part}: ${question.label}`;

/** The cleared questions, or the block that they are in: ': Honor 1' or ' in Alumna/us 1'. */
function questionsOf(cleared: readonly string[]): string {
  const questions = walk(partnerForm()).questions.filter(({ keys }) =>
    keys.some((key) => isAnswer(key) && cleared.includes(key)),
  );
  const blocks = new Set(questions.map(({ part }) => part));
  const [block = ''] = blocks;
  if (questions.length > 1 && blocks.size === 1 && block !== '') return ` in ${block}`;
  const named = questions.slice(0, maxNamedQuestions).map(labelIn);
  const unnamedCount = questions.length - named.length;
  return unnamedCount > 0 ? `: ${named.join(', ')} and ${unnamedCount} more` : `: ${named.join(' and ')}`;
}

function clearedText(cleared: readonly string[]): string {
  const count = cleared.filter(isAnswer).length;
  const text = `We cleared ${count === 1 ? '1 answer' : `${count} answers`}${questionsOf(cleared)}`;
  return text.replace(/[^.?!]$/, '$&.');
}

/** Offers to undo the change of a question, which cleared answers. */
export function offerUndo(changed: string, cleared: readonly string[], undo: () => void): void {
  const question = walk(partnerForm()).questions.find(({ keys }) => keys.includes(changed));
  const text = clearedText(cleared);
  offer.set({ place: question?.key ?? changed, text, undo });
  speak(text);
}

export const useUndoOffer = (place: string): UndoOffer | undefined =>
  offer.use((current) => (current?.place === place ? current : undefined));
