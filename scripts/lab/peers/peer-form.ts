import { isVisible, type PlacedQuestion, storedKeys, walk } from '../../../shared/form/index.ts';
import { form } from '../bench/bench-form.ts';

/** A field of the form, in a shape that every library can read. */
export interface PeerField {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'textarea' | 'select' | 'radio' | 'checkbox';
  /** The name of its list. */
  readonly list?: string;
  readonly required?: string;
  readonly maxLength: number;
  /** False for fields that a visitor opens later, such as further blocks. */
  readonly isShown: boolean;
  /** It is shown while another answer has one of these codes. */
  readonly when?: { readonly key: string; readonly codes: readonly string[] };
}

export interface PeerForm {
  readonly pages: readonly {
    readonly path: string;
    readonly label: string;
    readonly fields: readonly PeerField[];
  }[];
  readonly lists: Readonly<Record<string, readonly (readonly [code: string, label: string])[]>>;
}

type Choices = readonly (readonly [code: string, label: string])[];

const kinds: Readonly<Record<string, PeerField['kind']>> = {
  textarea: 'textarea',
  select: 'select',
  dependentSelect: 'select',
  monthYear: 'select',
  radio: 'radio',
  checkbox: 'checkbox',
  checkboxes: 'checkbox',
};

function choicesOf({ question }: PlacedQuestion): Choices | undefined {
  if (question.kind === 'monthYear') return question.years.map(([code, label]) => [code, label]);
  if (question.kind === 'dependentSelect') return Object.values(question.optionsFor)[0] as Choices;
  return 'options' in question ? (question.options as Choices) : undefined;
}

function whenOf({ rules }: PlacedQuestion): PeerField['when'] {
  const [rule] = rules;
  if (rules.length !== 1 || rule?.on !== 'answer' || !rule.holds) return undefined;
  const { condition } = rule;
  if (condition.operator === 'equals') return { key: condition.key, codes: [String(condition.target)] };
  return condition.operator === 'in'
    ? { key: condition.key, codes: condition.target.map(String) }
    : undefined;
}

/** The form of the product: its pages, fields, lists, conditions of one answer, and required answers. */
export function peerForm(): PeerForm {
  const lists = new Map<string, string>();
  const listOf = (choices: Choices): string => {
    const text = JSON.stringify(choices);
    if (!lists.has(text)) lists.set(text, `list${lists.size}`);
    return lists.get(text) ?? '';
  };
  const fieldsOf = (placed: PlacedQuestion): readonly PeerField[] => {
    const { key, question, rules } = placed;
    const choices = choicesOf(placed);
    const when = whenOf(placed);
    return storedKeys(key, question).map((each) => ({
      key: each,
      label: question.label,
      kind: kinds[question.kind] ?? 'text',
      ...(choices === undefined ? {} : { list: listOf(choices) }),
      ...(question.required === undefined ? {} : { required: question.required }),
      maxLength: 'maxLength' in question ? question.maxLength : 100,
      isShown: isVisible(rules, { answers: {} }),
      ...(when === undefined ? {} : { when }),
    }));
  };
  const { questions } = walk(form);
  const pages = form.pages.map(({ path, label }) => ({
    path,
    label,
    fields: questions.filter(({ page }) => page === path).flatMap(fieldsOf),
  }));
  return { pages, lists: Object.fromEntries([...lists].map(([text, name]) => [name, JSON.parse(text)])) };
}
