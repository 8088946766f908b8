import fc from 'fast-check';
import {
  type Answers,
  answerPatch,
  clearHiddenAnswers,
  type Form,
  type FormState,
  isVisible,
  monthOptions,
  type Option,
  optionsOf,
  type PlacedQuestion,
  type Value,
  walk,
  yearOf,
} from '../../shared/form/index.ts';

type Changing = Record<string, Value>;

/**
 * Picks from lists and ranges with a list of numbers; after its end, always picks the first. fast-check
 * shortens the list and its numbers until a failing application is as simple as possible.
 */
class Chance {
  readonly #tape: readonly number[];
  #position = 0;
  constructor(tape: readonly number[]) {
    this.#tape = tape;
  }
  /** A whole number from `from` to `to`. */
  number(from: number, to: number): number {
    const next = this.#tape[this.#position] ?? 0;
    this.#position += 1;
    return from + (next % (to - from + 1));
  }
  coin = (): boolean => this.number(0, 1) === 1;
  oneOf = <T>(list: readonly T[]): T => list[this.number(0, list.length - 1)] as T;
  digits = (count: number, from = 0): string =>
    Array.from({ length: count }, () => this.number(from, 9)).join('');
  option = (options: readonly Option[]): string => (options.length === 0 ? '' : this.oneOf(options)[0]);
  phone = (): string =>
    `(${this.digits(1, 2)}${this.digits(2)}) ${this.digits(1, 2)}${this.digits(2)}-${this.digits(4)}`;
  day(fromYear: number, toYear: number): string {
    const span = Date.UTC(toYear + 1, 0) - Date.UTC(fromYear, 0);
    const days = Math.floor(span / 86_400_000);
    return new Date(Date.UTC(fromYear, 0) + this.number(0, days - 1) * 86_400_000).toISOString().slice(0, 10);
  }
}

/** Realistic names and texts, each at most 20 letters long. */
const texts = [
  'Ada',
  "O'Brien-Müller",
  'Nguyễn Thị Ánh',
  '王小明',
  'محمد علي',
  'Zoë 🎻 Strings',
  'a',
  '0',
  'ANSWERED',
  '__proto__',
  '<b>bold</b> & "so"',
  '  spaced out  ',
  '=1+1',
];
const addresses = ['a@b.co', 'A.b+c_d-e@x.example.org', 'first.last@school.k12.mi.us'];

/** Valid answers of questions with a special rule, by a pattern of the key. */
const special: readonly (readonly [RegExp, (chance: Chance, year: number) => string])[] = [
  [/^sat_score/, (chance) => String(chance.number(20, 80) * 10)],
  [/^act_score/, (chance) => String(chance.number(1, 36))],
  [/^zip$/, (chance) => chance.digits(chance.number(5, 10))],
  [/^residence_duration$/, (chance) => chance.digits(2)],
  [/^birth_date$/, (chance, year) => chance.day(year - 99, year - 13)],
  [/^mailing_addr_effective_date$/, (chance, year) => chance.day(year - 3, year + 4)],
  [/country$/, (chance) => chance.oneOf(['USA', 'CAN', 'FRA'])],
  [/^citizenship_type$/, (chance) => chance.oneOf(['1', '2', '4'])],
];

function valueFor({ key, question }: PlacedQuestion, answers: Answers, chance: Chance, year: number): Value {
  const ruled = special.find(([expression]) => expression.test(key))?.[1];
  if (ruled !== undefined) return ruled(chance, year);
  switch (question.kind) {
    case 'phone':
      return chance.phone();
    case 'email':
      return chance.oneOf(addresses);
    case 'select':
    case 'radio':
    case 'dependentSelect':
      return chance.option(optionsOf(question, answers));
    case 'checkbox':
      return question.required !== undefined || chance.coin();
    case 'document':
      return 'ANSWERED';
    default:
      return chance.oneOf(texts);
  }
}

const other = (key: string, from: string, to: string, answers: Answers) =>
  answers[key.slice(0, -from.length) + to] ?? '';

/** True if the application gets an answer: always if a rule requires it, otherwise at random. */
function isGiven({ key, question }: PlacedQuestion, answers: Answers, chance: Chance): boolean {
  if (question.required !== undefined) return true;
  if (/^(sat_score|act_score|residence_duration|zip$|phone_mobile)/.test(key)) return true;
  if (/^senior_course.*_semester$/.test(key)) return other(key, 'semester', 'name', answers) !== '';
  if (/^legacy.*_relationship$/.test(key) && other(key, 'relationship', 'first_name', answers) !== '')
    return true;
  return chance.coin();
}

function answer(placed: PlacedQuestion, answers: Changing, chance: Chance, year: number): void {
  const { key, question } = placed;
  const isLeft = !isGiven(placed, answers, chance);
  if (question.kind === 'checkboxes')
    for (const name of Object.keys(question.boxes)) answers[`${key}_${name}`] = chance.coin();
  else if (question.kind === 'monthYear') {
    answers[`${key}_month`] = isLeft ? '' : chance.option(monthOptions);
    answers[`${key}_year`] = isLeft ? '' : chance.option(question.years);
  } else answers[key] = isLeft ? '' : valueFor(placed, answers, chance, year);
}

const repeated = { parent: 2, legacy: 4, college: 5, senior_course: 10, activity: 4, honors: 4 };

function draw(form: Form, today: string, tape: readonly number[]): FormState {
  const chance = new Chance(tape);
  const counts = Object.fromEntries(Object.entries(repeated).map(([id, max]) => [id, chance.number(1, max)]));
  const tabs = chance.coin() ? {} : { activities_tab: chance.oneOf(['list', 'upload']) };
  const answers: Changing = {};
  for (const placed of walk(form).questions) answer(placed, answers, chance, yearOf(today));
  const kept = clearHiddenAnswers(form, { answers, counts, tabs });
  return { answers: { ...kept, ...labelsOf(form, kept) }, counts, tabs };
}

/** The label of each choice. */
export function labelsOf(form: Form, answers: Answers): Answers {
  const labels: Changing = {};
  for (const { key } of walk(form).questions) {
    const label = answerPatch(form, key, answers[key] ?? '', answers)[`${key}_desc`];
    if (label !== undefined) labels[`${key}_desc`] = label;
  }
  return labels;
}

/** Upper bound of the picks for one application. */
const longestTape = 2_000;

/** Generates applications without validation errors or hidden answers, with the label of each choice. */
export const validApplication = (form: Form, today: string): fc.Arbitrary<FormState> =>
  fc.array(fc.nat(), { maxLength: longestTape, size: 'max' }).map((tape) => draw(form, today, tape));

/** The visible questions of a form state. */
export const shownIn = (form: Form, state: FormState): readonly PlacedQuestion[] =>
  walk(form).questions.filter(({ rules }) => isVisible(rules, state));
