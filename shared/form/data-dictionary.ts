import type { Option } from './answers.ts';
import type { Condition } from './condition.ts';
import { dataModel } from './data-model.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import type { VisibilityRule } from './visibility.ts';
import { type BlockingNotice, type PlacedQuestion, storedKeys, walk } from './walk.ts';

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
  readonly requiredWhen?: readonly { readonly message: string; readonly conditions: readonly string[] }[];
  /** What must hold for it to be asked, each in words. */
  readonly conditions: readonly string[];
}

const conditionWords = (condition: Condition): string => {
  const { key, operator } = condition;
  if (!('target' in condition)) return `${key} ${operator}`;
  return `${key} ${operator} ${JSON.stringify(condition.target)}`;
};

function ruleInWords(rule: VisibilityRule): readonly string[] {
  if (rule.on === 'answer') return [`${rule.holds ? '' : 'not: '}${conditionWords(rule.condition)}`];
  if (rule.on === 'tab') return [`tab ${rule.group} is ${rule.tab}`];
  return rule.number === 1 ? [] : [`count of ${rule.id} is at least ${rule.number}`];
}

function optionsOf(question: Question): DictionaryEntry['options'] {
  if (question.kind === 'select' || question.kind === 'radio') return question.options;
  return question.kind === 'dependentSelect' ? question.optionsFor : undefined;
}

/** The label of one stored part: of a box its own words, of a month and year which of the two. */
function partLabel(stored: string, { key, question }: PlacedQuestion): string {
  const label = question.printLabel ?? question.label;
  const part = stored.slice(key.length + 1);
  if (question.kind === 'checkboxes')
    return `${label} ${(question.boxes as Readonly<Record<string, string>>)[part]}`;
  return question.kind === 'monthYear' ? `${label} (${part})` : label;
}

const place = ({ page, section, part, rules }: PlacedQuestion | BlockingNotice) => ({
  page,
  section: part === '' ? section : `${section} / ${part}`,
  conditions: rules.flatMap(ruleInWords),
});

function entriesOf(placed: PlacedQuestion, form: Form): readonly DictionaryEntry[] {
  const { key, question } = placed;
  const { kind, required } = question;
  const requiredWhen = question.requiredWhen?.map(({ message, when = [] }) => ({
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
    ...(requiredWhen === undefined || index > 0 ? {} : { requiredWhen }),
  }));
  if (!isChoice(question)) return asked;
  const limit = dataModel(form).get(`${key}_desc`)?.maxLength ?? 0;
  const label = `${question.printLabel ?? question.label} (the words of the chosen option)`;
  return [...asked, { key: `${key}_desc`, label, kind: 'label', ...place(placed), limit }];
}

const noticeOf = (stop: BlockingNotice): DictionaryEntry => ({
  key: stop.key,
  label: stop.text,
  kind: 'notice',
  ...place(stop),
});

/** Every key of the form in the order in which it is asked; keys that only carry a notice come last. */
export const dataDictionary = (form: Form): readonly DictionaryEntry[] => [
  ...walk(form).questions.flatMap((placed) => entriesOf(placed, form)),
  ...walk(form).blockingNotices.map(noticeOf),
];
