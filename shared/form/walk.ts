import type { Block } from './block.ts';
import type { Condition } from './condition.ts';
import { typedPartsKey } from './dates.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import type { VisibilityRule } from './visibility.ts';

/** The location of a question or notice in the form, and the rules under which it is visible. */
interface FormLocation {
  readonly page: string;
  /** The title of its card. */
  readonly section: string;
  /** The title of the innermost section inside that card, or ''. */
  readonly part: string;
  readonly rules: readonly VisibilityRule[];
}
/** A question at its location. `key` is the key under which the form declares it. */
export interface PlacedQuestion extends FormLocation {
  readonly key: string;
  readonly question: Question;
  /** The key that holds its errors, and that summary links point to. */
  readonly errorKey: string;
  /** Every key under which its answer is stored, including its companion. */
  readonly keys: readonly string[];
}
/** A notice that blocks submission, as an error of `key`. */
export interface BlockingNotice extends FormLocation {
  readonly key: string;
  readonly text: string;
}

/** The rules of a question itself: a dependent select is visible only while its list is not empty. */
export function questionRules(question: Question): readonly VisibilityRule[] {
  if (question.kind !== 'dependentSelect') return [];
  const { on, optionsFor, displayOnly, condition } = question;
  const withOptions = Object.keys(optionsFor).filter((value) => (optionsFor[value]?.length ?? 0) > 0);
  const conditions: readonly Condition[] = [
    ...(displayOnly ? [] : [{ key: on, operator: 'in', target: withOptions } as const]),
    ...(condition ? [condition] : []),
  ];
  return conditions.map((each) => ({ on: 'answer', condition: each, holds: true }));
}

/** The questions of a block itself, by the keys under which the form declares them. */
export function questionsOf(block: Block): readonly (readonly [key: string, question: Question])[] {
  if (block.type === 'trigger') return [[block.key, block.question]];
  return block.type === 'ask' ? Object.entries(block.questions) : [];
}

function* visit(
  blocks: readonly Block[],
  location: FormLocation,
): Generator<PlacedQuestion | BlockingNotice> {
  for (const block of blocks) {
    for (const [key, question] of questionsOf(block)) yield placedQuestion(key, question, location);
    if (block.type === 'notice' && block.blockingKey !== undefined)
      yield { ...location, key: block.blockingKey, text: block.text };
    const inside = block.type === 'section' ? intoSection(location, block.title) : location;
    for (const { rules, blocks: within } of block.branches)
      yield* visit(within, rules.length === 0 ? inside : { ...inside, rules: [...location.rules, ...rules] });
  }
}

const intoSection = (location: FormLocation, title: string): FormLocation =>
  location.section === '' ? { ...location, section: title } : { ...location, part: title };

function placedQuestion(key: string, question: Question, location: FormLocation): PlacedQuestion {
  const extraRules = questionRules(question);
  // Questions of one branch share one array of rules, so `createVisibilityCheck` evaluates it once.
  const rules = extraRules.length === 0 ? location.rules : [...location.rules, ...extraRules];
  const keys = [...storedKeys(key, question), ...companionKeys(key, question)];
  return { ...location, key, question, errorKey: errorKey(key, question), rules, keys };
}

const nowhere: FormLocation = { page: '', section: '', part: '', rules: [] };

/** Every key under which an answer to the questions in some blocks is stored. */
export const keysIn = (blocks: readonly Block[]): readonly string[] =>
  [...visit(blocks, nowhere)].flatMap((placed) => ('keys' in placed ? placed.keys : []));

export interface WalkedForm {
  readonly questions: readonly PlacedQuestion[];
  /** By error key: the first question, if a key is asked in several branches. */
  readonly byErrorKey: ReadonlyMap<string, PlacedQuestion>;
  readonly blockingNotices: readonly BlockingNotice[];
}

const walked = new WeakMap<Form, WalkedForm>();

/** Every question and blocking notice of the form in reading order, computed once per form. */
export function walk(form: Form): WalkedForm {
  const cached = walked.get(form);
  if (cached !== undefined) return cached;
  const visited = form.pages.flatMap(({ path, sections }) => [
    ...visit(sections, { page: path, section: '', part: '', rules: [] }),
  ]);
  const questions = visited.filter((node): node is PlacedQuestion => 'question' in node);
  const result = {
    questions,
    byErrorKey: new Map(questions.toReversed().map((placed) => [placed.errorKey, placed])),
    blockingNotices: visited.filter((node): node is BlockingNotice => 'text' in node),
  };
  walked.set(form, result);
  return result;
}

const blocksIn = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) => [block, ...block.branches.flatMap((branch) => blocksIn(branch.blocks))]);

/** Every block of the form, each before its inner blocks. */
export const allBlocks = ({ pages }: Form): readonly Block[] =>
  pages.flatMap(({ sections }) => blocksIn(sections));

/** The companion key of an answer: the label of a choice, or the typed parts of an incomplete date. */
export function companionKeys(key: string, question: Question): readonly string[] {
  if (isChoice(question)) return [`${key}_desc`];
  return question.kind === 'date' ? [typedPartsKey(key)] : [];
}

/** The keys under which a question is stored, except its companion: one, or one for each checkbox or part. */
export function storedKeys(key: string, question: Question): readonly string[] {
  if (question.kind === 'checkboxes') return Object.keys(question.boxes).map((name) => `${key}_${name}`);
  if (question.kind === 'monthYear') return [`${key}_month`, `${key}_year`];
  return [key];
}

/** The key that holds the errors of a question that is stored under `key`. */
export const errorKey = (key: string, question: Question): string => storedKeys(key, question)[0] ?? key;
