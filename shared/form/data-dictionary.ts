import type { Option } from './answers.ts';
import { conditionWords } from './condition-words.ts';
import { dataModel } from './data-model.ts';
import { typedPartsKey } from './dates.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import type { VisibilityRule } from './visibility.ts';
import { type BlockingNotice, type PlacedQuestion, storedKeys, walk } from './walk.ts';

/** One stored key, documented for systems that receive answers. */
export interface DictionaryEntry {
  readonly key: string;
  readonly page: string;
  readonly section: string;
  readonly label: string;
  readonly kind: Question['kind'] | 'label' | 'parts' | 'notice';
  /** The maximum length of a typed answer; undefined for other answers. */
  readonly limit?: number;
  /** For a dependent select, the options by the answer that it depends on. */
  readonly options?: readonly Option[] | Readonly<Record<string, readonly Option[]>>;
  /** The message when the answer is missing. */
  readonly required?: string;
  /** The messages when the answer is missing and conditions are met; the first match is shown. */
  readonly requiredWhen?: readonly { readonly message: string; readonly conditions: readonly string[] }[];
  /** The conditions under which the question is asked, as text. */
  readonly conditions: readonly string[];
}

function describeRule(rule: VisibilityRule): readonly string[] {
  if (rule.on === 'answer') return [`${rule.holds ? '' : 'not if '}${conditionWords(rule.condition)}`];
  if (rule.on === 'tab') return [`tab ${rule.group} is ${rule.tab}`];
  return rule.number === 1 ? [] : [`count of ${rule.id} is at least ${rule.number}`];
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

const describeLocation = ({ page, section, part, rules }: PlacedQuestion | BlockingNotice) => ({
  page,
  section: part === '' ? section : `${section} / ${part}`,
  conditions: rules.flatMap(describeRule),
});

function entriesOf(placed: PlacedQuestion, form: Form): readonly DictionaryEntry[] {
  const { key, question } = placed;
  const { kind, required } = question;
  const requiredWhen = question.requiredWhen?.map(({ message, when = [] }) => ({
    message,
    conditions: when.map((condition) => conditionWords(condition)),
  }));
  const options = optionsOf(question);
  const entries = storedKeys(key, question).map((stored, index) => ({
    key: stored,
    label: partLabel(stored, placed),
    kind,
    ...describeLocation(placed),
    ...('maxLength' in question ? { limit: question.maxLength } : {}),
    ...(options === undefined ? {} : { options }),
    ...(required === undefined || index > 0 ? {} : { required }),
    ...(requiredWhen === undefined || index > 0 ? {} : { requiredWhen }),
  }));
  const printed = question.printLabel ?? question.label;
  if (question.kind === 'date') {
    const label = `${printed} (month/day/year as typed, while it is not an existing date)`;
    return [...entries, { key: typedPartsKey(key), label, kind: 'parts', ...describeLocation(placed) }];
  }
  if (!isChoice(question)) return entries;
  const limit = dataModel(form).get(`${key}_desc`)?.maxLength ?? 0;
  const label = `${printed} (label of the chosen option)`;
  return [...entries, { key: `${key}_desc`, label, kind: 'label', ...describeLocation(placed), limit }];
}

const noticeEntry = (notice: BlockingNotice): DictionaryEntry => ({
  key: notice.key,
  label: notice.text,
  kind: 'notice',
  ...describeLocation(notice),
});

/** Every key of the form in reading order; keys of blocking notices come last. */
export const dataDictionary = (form: Form): readonly DictionaryEntry[] => [
  ...walk(form).questions.flatMap((placed) => entriesOf(placed, form)),
  ...walk(form).blockingNotices.map(noticeEntry),
];
