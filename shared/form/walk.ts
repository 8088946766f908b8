import type { Block, Notice } from './block.ts';
import type { Form } from './form.ts';
import { isChoice, type Question } from './question.ts';
import { branchesWithRules, type VisibilityRule } from './visibility.ts';

/** Where in the form something stands, and what must hold for it to show. */
interface FormLocation {
  readonly page: string;
  /** The title of the card it stands in. */
  readonly section: string;
  /** The title of the innermost section inside that card; '' where there is none. */
  readonly part: string;
  readonly rules: readonly VisibilityRule[];
}
/** A question where it is asked; `key` is the key it was declared under. */
export interface PlacedQuestion extends FormLocation {
  readonly key: string;
  readonly question: Question;
  /** Every key its answer is stored under, the label beside a choice included. */
  readonly keys: readonly string[];
}
/** A notice that stops the form from being sent, as a problem of `key`. */
export interface BlockingNotice extends FormLocation {
  readonly key: string;
  readonly text: string;
}

/** What a question itself wants: a dependent select shows only where its list is not empty (form specification, point 4). */
export function ownRules(question: Question): readonly VisibilityRule[] {
  if (question.kind !== 'dependentSelect') return [];
  const { on, optionsFor, displayOnly, condition } = question;
  const withOptions = Object.keys(optionsFor).filter((value) => (optionsFor[value]?.length ?? 0) > 0);
  return [
    ...(displayOnly
      ? []
      : [
          { on: 'answer', condition: { key: on, operator: 'in', target: withOptions }, holds: true } as const,
        ]),
    ...(condition ? [{ on: 'answer', condition, holds: true } as const] : []),
  ];
}

function* visit(blocks: readonly Block[], place: FormLocation): Generator<PlacedQuestion | BlockingNotice> {
  for (const block of blocks) {
    if (block.type === 'ask') yield* asked(Object.entries(block.questions), place);
    if (block.type === 'notice') yield* stopOf(block, place);
    if (block.type === 'trigger') yield* asked([[block.key, block.question]], place);
    const inside = block.type === 'section' ? enter(place, block.title) : place;
    for (const { rules, blocks: within } of branchesWithRules(block))
      yield* visit(within, rules.length === 0 ? inside : { ...inside, rules: [...place.rules, ...rules] });
  }
}

const enter = (place: FormLocation, title: string): FormLocation =>
  place.section === '' ? { ...place, section: title } : { ...place, part: title };

function* asked(
  questions: readonly (readonly [string, Question])[],
  place: FormLocation,
): Generator<PlacedQuestion> {
  for (const [key, question] of questions) {
    const own = ownRules(question);
    // Questions of one branch share one list, so that whoever asks whether it passes asks once.
    const rules = own.length === 0 ? place.rules : [...place.rules, ...own];
    const labels = isChoice(question) ? [`${key}_desc`] : [];
    yield { ...place, key, question, rules, keys: [...storedKeys(key, question), ...labels] };
  }
}

function* stopOf({ blockingKey, text }: Notice, place: FormLocation): Generator<BlockingNotice> {
  if (blockingKey !== undefined) yield { ...place, key: blockingKey, text };
}

export interface WalkedForm {
  readonly questions: readonly PlacedQuestion[];
  readonly blockingNotices: readonly BlockingNotice[];
}

const walked = new WeakMap<Form, WalkedForm>();

/** Every question and every stop of the form in reading order, found once per form. */
export function walk(form: Form): WalkedForm {
  const known = walked.get(form);
  if (known !== undefined) return known;
  const found = form.pages.flatMap(({ path, sections }) => [
    ...visit(sections, { page: path, section: '', part: '', rules: [] }),
  ]);
  const result = {
    questions: found.filter((each): each is PlacedQuestion => 'question' in each),
    blockingNotices: found.filter((each): each is BlockingNotice => 'text' in each),
  };
  walked.set(form, result);
  return result;
}

const blocksIn = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) => [
    block,
    ...branchesWithRules(block).flatMap((branch) => blocksIn(branch.blocks)),
  ]);

/** Every block of the form, each before what is inside it. */
export const allBlocks = ({ pages }: Form): readonly Block[] =>
  pages.flatMap(({ sections }) => blocksIn(sections));

/** The keys under which a question is stored, `_desc` apart: one, or one for each box or part. */
export function storedKeys(key: string, question: Question): readonly string[] {
  if (question.kind === 'checkboxes') return Object.keys(question.boxes).map((name) => `${key}_${name}`);
  if (question.kind === 'monthYear') return [`${key}_month`, `${key}_year`];
  return [key];
}

/** The key that problems of a question stand on, and that a summary link leads to. */
export const errorKey = (key: string, question: Question): string => storedKeys(key, question)[0] ?? key;
