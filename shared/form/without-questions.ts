import type { Block } from './block.ts';
import type { Form } from './form.ts';
import type { Question } from './question.ts';
import { branchesWithRules, keysReadBy } from './visibility.ts';
import { allBlocks, keysIn, type PlacedQuestion, walk } from './walk.ts';

/** A form without some questions. */
export interface ReducedForm {
  readonly form: Form;
  /** The keys of the removed questions, as the form declares them, in its order. */
  readonly hidden: readonly string[];
}

type Keys = ReadonlySet<string>;

const titleOf = (block: Block): string | undefined => (block.type === 'section' ? block.title : undefined);

/** The names that are neither the key of a question nor the title of a section. */
export function unknownQuestions(form: Form, names: readonly string[]): readonly string[] {
  const known = new Set([...walk(form).questions.map(({ key }) => key), ...allBlocks(form).map(titleOf)]);
  return names.filter((name) => !known.has(name));
}

/** The keys whose answers decide if a question is visible, and which options it offers. */
const readKeys = ({ rules, question }: PlacedQuestion): readonly string[] => [
  ...keysReadBy(rules),
  ...(question.kind === 'dependentSelect' ? [question.on] : []),
];

/**
 * The questions with these names, and every question that depends on one of them: a visible question would
 * reveal the answer that made it visible. Repeats until no more depend on those found so far.
 */
function hiddenQuestions(form: Form, names: Keys): Keys {
  const inSections = new Set(
    keysIn(allBlocks(form).filter((block) => block.type === 'section' && names.has(block.title))),
  );
  const { questions } = walk(form);
  const hidden = new Set<string>();
  const stored = new Set<string>();
  let found: readonly PlacedQuestion[] = questions.filter(
    ({ key, keys }) => names.has(key) || keys.some((each) => inSections.has(each)),
  );
  while (found.length > 0) {
    for (const { key, keys } of found) {
      hidden.add(key);
      for (const each of keys) stored.add(each);
    }
    found = questions.filter(
      (placed) => !hidden.has(placed.key) && readKeys(placed).some((key) => stored.has(key)),
    );
  }
  return hidden;
}

interface Removed {
  /** Keys of questions, as the form declares them. */
  readonly questions: Keys;
  /** Every key under which these questions are stored. */
  readonly stored: Keys;
}

const asksNothing = (blocks: readonly Block[]): boolean => keysIn(blocks).length === 0;

/** True if a block only exists for the questions in it, and all of them were removed. */
const isEmptied = (block: Block, kept: Block): boolean => !asksNothing([block]) && asksNothing([kept]);

const onlyKept = (questions: Readonly<Record<string, Question>>, removed: Removed) =>
  Object.fromEntries(Object.entries(questions).filter(([key]) => !removed.questions.has(key)));

function reduced(block: Block, removed: Removed): Block {
  const inside = (blocks: readonly Block[]) => withoutRemoved(blocks, removed);
  switch (block.type) {
    case 'ask':
      return { ...block, questions: onlyKept(block.questions, removed) };
    case 'notice':
      return block;
    case 'section':
    case 'fold':
    case 'when':
      return { ...block, blocks: inside(block.blocks) };
    case 'firstOf': {
      // A later branch also depends on the conditions of the earlier ones.
      const first = block.branches.findIndex(({ condition }) => removed.stored.has(condition.key));
      const branches = first < 0 ? block.branches : block.branches.slice(0, first);
      return { ...block, branches: branches.map((each) => ({ ...each, blocks: inside(each.blocks) })) };
    }
    case 'byAnswer': {
      const answers = Object.entries(block.answers).map(([answer, blocks]) => [answer, inside(blocks)]);
      return {
        ...{ ...block, answers: Object.fromEntries(answers) },
        ...{ before: inside(block.before), optional: inside(block.optional) },
      };
    }
    case 'trigger':
      return {
        ...{ ...block, before: inside(block.before) },
        ...{ after: inside(block.after), optional: inside(block.optional) },
      };
    case 'tabs':
      return { ...block, tabs: block.tabs.map((tab) => ({ ...tab, blocks: inside(tab.blocks) })) };
    case 'addAnother':
      return { ...block, copies: block.copies.map(inside) };
  }
}

/** True if every part of a block depends on the answer to a removed question. */
const dependsOnRemoved = (block: Block, { stored }: Removed): boolean => {
  const branches = branchesWithRules(block);
  return (
    branches.length > 0 && branches.every(({ rules }) => keysReadBy(rules).some((key) => stored.has(key)))
  );
};

const withoutRemoved = (blocks: readonly Block[], removed: Removed): readonly Block[] =>
  blocks.flatMap((block) => {
    if (dependsOnRemoved(block, removed)) return [];
    const kept = reduced(block, removed);
    return isEmptied(block, kept) ? [] : [kept];
  });

function reduce(form: Form, names: readonly string[]): ReducedForm {
  const questions = hiddenQuestions(form, new Set(names));
  const placed = walk(form).questions.filter(({ key }) => questions.has(key));
  const removed = { questions, stored: new Set(placed.flatMap(({ keys }) => keys)) };
  const pages = form.pages.flatMap((page) => {
    const sections = page.sections.flatMap((section) =>
      withoutRemoved([section], removed).filter((block) => block.type === 'section'),
    );
    return sections.length === 0 && page.sections.length > 0 ? [] : [{ ...page, sections }];
  });
  return { form: { pages }, hidden: [...new Set(placed.map(({ key }) => key))] };
}

const reducedForms = new WeakMap<Form, Map<string, ReducedForm>>();

/**
 * A form without the questions that have these keys or are in the sections with these titles, and without
 * everything that depends on them. Headings without a question disappear. The same form and names return the
 * same object.
 */
export function withoutQuestions(form: Form, names: readonly string[]): ReducedForm {
  if (names.length === 0) return { form, hidden: [] };
  const cached = reducedForms.get(form) ?? new Map<string, ReducedForm>();
  reducedForms.set(form, cached);
  const id = JSON.stringify([...new Set(names)].sort());
  const found = cached.get(id) ?? reduce(form, names);
  cached.set(id, found);
  return found;
}
