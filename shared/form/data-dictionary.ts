import type { Option } from './answers.ts';
import { dataModel } from './data-model.ts';
import { typedPartsKey } from './dates.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { type PlacedQuestion, storedKeys, walk } from './walk.ts';

/** One stored key, documented for systems that receive answers. */
export interface DictionaryEntry {
  readonly key: string;
  readonly label: string;
  readonly kind: Question['kind'] | 'label' | 'parts';
  /** The maximum length of a typed answer; undefined for other answers. */
  readonly limit?: number;
  /** For a dependent select, the options by the answer that it depends on. */
  readonly options?: readonly Option[] | Readonly<Record<string, readonly Option[]>>;
}

function optionsOf(question: Question): DictionaryEntry['options'] {
  if (question.kind === 'select' || question.kind === 'radio') return question.options;
  return question.kind === 'dependentSelect' ? question.optionsFor : undefined;
}

/** The label of one stored key: for a checkbox its own label, for a month and year which of the two. */
function partLabel(stored: string, { key, question }: PlacedQuestion): string {
  const label = question.printLabel ?? question.label;
  const part = stored.slice(key.length + 1);
  if (question.kind === 'checkboxes')
    return `${label} ${(question.boxes as Readonly<Record<string, string>>)[part]}`;
  return question.kind === 'monthYear' ? `${label} (${part})` : label;
}

function entriesOf(placed: PlacedQuestion, form: Form): readonly DictionaryEntry[] {
  const { key, question } = placed;
  const { kind } = question;
  const options = optionsOf(question);
  const entries = storedKeys(key, question).map((stored) => ({
    ...{ key: stored, label: partLabel(stored, placed), kind },
    ...('maxLength' in question ? { limit: question.maxLength } : {}),
    ...(options === undefined ? {} : { options }),
  }));
  const printed = question.printLabel ?? question.label;
  if (question.kind === 'date') {
    const label = `${printed} (month/day/year as typed, while it is not an existing date)`;
    return [...entries, { key: typedPartsKey(key), label, kind: 'parts' }];
  }
  if (!isChoice(question)) return entries;
  const limit = dataModel(form).get(`${key}_desc`)?.maxLength ?? 0;
  const label = `${printed} (label of the chosen option)`;
  return [...entries, { key: `${key}_desc`, label, kind: 'label', limit }];
}

/** Every stored key of the form in reading order. */
export const dataDictionary = (form: Form): readonly DictionaryEntry[] =>
  walk(form).questions.flatMap((placed) => entriesOf(placed, form));
