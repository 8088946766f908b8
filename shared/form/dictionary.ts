import type { Condition } from './condition.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import { isChoice, type Option, type Question } from './question.ts';
import type { Guard } from './standing.ts';
import { type Placed, type PlacedStop, storedKeys, walk } from './walk.ts';

/** One stored key, for whoever receives answers. */
export interface DictionaryEntry {
  readonly key: string;
  readonly page: string;
  readonly section: string;
  readonly label: string;
  readonly kind: Question['kind'] | 'label' | 'notice';
  /** Characters at most; nothing for what is not typed. */
  readonly limit?: number;
  /** Of a select that depends on another answer: by that answer. */
  readonly options?: readonly Option[] | Readonly<Record<string, readonly Option[]>>;
  /** The message when it is missing. */
  readonly required?: string;
  /** The messages when it is missing while something holds, the first that does. */
  readonly wanted?: readonly { readonly message: string; readonly conditions: readonly string[] }[];
  /** What must hold for it to be asked, each in words. */
  readonly conditions: readonly string[];
}

const conditionWords = (condition: Condition): string => {
  const { key, operator } = condition;
  if (!('target' in condition)) return `${key} ${operator}`;
  return `${key} ${operator} ${JSON.stringify(condition.target)}`;
};

function guardWords(guard: Guard): readonly string[] {
  if (guard.on === 'answer') return [`${guard.holds ? '' : 'not: '}${conditionWords(guard.condition)}`];
  if (guard.on === 'tab') return [`tab ${guard.group} is ${guard.tab}`];
  return guard.number === 1 ? [] : [`count of ${guard.id} is at least ${guard.number}`];
}

function optionsOf(question: Question): DictionaryEntry['options'] {
  if (question.kind === 'select' || question.kind === 'radio') return question.options;
  return question.kind === 'dependentSelect' ? question.optionsFor : undefined;
}

/** The label of one stored part: of a box its own words, of a month and year which of the two. */
function partLabel(stored: string, { key, question }: Placed): string {
  const label = question.printed ?? question.label;
  const part = stored.slice(key.length + 1);
  if (question.kind === 'ticks')
    return `${label} ${(question.boxes as Readonly<Record<string, string>>)[part]}`;
  return question.kind === 'monthYear' ? `${label} (${part})` : label;
}

const place = ({ page, section, part, guards }: Placed | PlacedStop) => ({
  page,
  section: part === '' ? section : `${section} / ${part}`,
  conditions: guards.flatMap(guardWords),
});

function entriesOf(placed: Placed, form: Form): readonly DictionaryEntry[] {
  const { key, question } = placed;
  const { kind, required } = question;
  const wanted = question.wanted?.map(({ message, when = [] }) => ({
    message,
    conditions: when.map(conditionWords),
  }));
  const options = optionsOf(question);
  const asked = storedKeys(key, question).map((stored, index) => ({
    key: stored,
    label: partLabel(stored, placed),
    kind,
    ...place(placed),
    ...('maxLength' in question ? { limit: question.maxLength } : {}),
    ...(options === undefined ? {} : { options }),
    ...(required === undefined || index > 0 ? {} : { required }),
    ...(wanted === undefined || index > 0 ? {} : { wanted }),
  }));
  if (!isChoice(question)) return asked;
  const limit = dataModel(form).get(`${key}_desc`)?.maxLength ?? 0;
  const label = `${question.printed ?? question.label} (the words of the chosen option)`;
  return [...asked, { key: `${key}_desc`, label, kind: 'label', ...place(placed), limit }];
}

const noticeOf = (stop: PlacedStop): DictionaryEntry => ({
  key: stop.key,
  label: stop.text,
  kind: 'notice',
  ...place(stop),
});

/** Every key of the form in the order in which it is asked; keys that only carry a notice come last. */
export const dictionary = (form: Form): readonly DictionaryEntry[] => [
  ...walk(form).questions.flatMap((placed) => entriesOf(placed, form)),
  ...walk(form).stops.map(noticeOf),
];
