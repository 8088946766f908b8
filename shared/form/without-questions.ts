import type { Block, Branch } from './block.ts';
import type { Form } from './form.ts';
import { keysReadBy } from './visibility.ts';
import { allBlocks, errorKey, keysIn, type PlacedQuestion, walk } from './walk.ts';

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
 * Every key that stores an answer to the questions with these names, and to those that depend on one of them:
 * a visible question would reveal the answer that made it visible. Repeats until no more depend on these.
 */
function removedKeys(form: Form, names: Keys): Keys {
  const titled = allBlocks(form).filter((block) => block.type === 'section' && names.has(block.title));
  const removed = new Set(keysIn(titled));
  let size: number;
  do {
    size = removed.size;
    for (const placed of walk(form).questions)
      if (names.has(placed.key) || readKeys(placed).some((key) => removed.has(key)))
        for (const key of placed.keys) removed.add(key);
  } while (removed.size > size);
  return removed;
}

const asksNothing = (blocks: readonly Block[]): boolean => keysIn(blocks).length === 0;

/** True if a block only exists for the questions in it, and all of them were removed. */
const isEmptied = (block: Block, kept: Block): boolean => !asksNothing([block]) && asksNothing([kept]);

/** True if a part of a block is visible only under an answer to a removed question. */
const dependsOn = ({ rules }: Branch, removed: Keys): boolean =>
  keysReadBy(rules).some((key) => removed.has(key));

function reduced(block: Block, removed: Keys): Block {
  const branches = block.branches
    .filter((branch) => !dependsOn(branch, removed))
    .map((branch) => ({ ...branch, blocks: withoutRemoved(branch.blocks, removed) }));
  if (block.type !== 'ask') return { ...block, branches } as Block;
  const kept = Object.entries(block.questions).filter((entry) => !removed.has(errorKey(...entry)));
  return { ...block, questions: Object.fromEntries(kept) };
}

const withoutRemoved = (blocks: readonly Block[], removed: Keys): readonly Block[] =>
  blocks.flatMap((block) => {
    if (block.branches.length > 0 && block.branches.every((branch) => dependsOn(branch, removed))) return [];
    const kept = reduced(block, removed);
    return isEmptied(block, kept) ? [] : [kept];
  });

function reduce(form: Form, names: readonly string[]): ReducedForm {
  const removed = removedKeys(form, new Set(names));
  const hidden = walk(form).questions.filter((placed) => removed.has(placed.errorKey));
  const pages = form.pages.flatMap((page) => {
    const sections = page.sections.flatMap((section) =>
      withoutRemoved([section], removed).filter((block) => block.type === 'section'),
    );
    return sections.length === 0 && page.sections.length > 0 ? [] : [{ ...page, sections }];
  });
  return { form: { pages }, hidden: [...new Set(hidden.map(({ key }) => key))] };
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
