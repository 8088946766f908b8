import type { AddAnother, Block } from './block.ts';
import { dataModel, pageOf } from './data-model.ts';
import type { Form } from './form.ts';
import { addAnotherCap } from './repeat.ts';
import { keysRead } from './standing.ts';
import { blocksOf, type Placed, walk } from './walk.ts';

export type FaultKind =
  | 'key on two pages'
  | 'key outside the data model'
  | 'key without a page'
  | 'key without its prefix'
  | 'maximum above the cap'
  | 'condition on an unasked key'
  | 'contrast';

/** One fault of a configuration, in the words a developer sees (platform specification, point 5). */
export interface Fault {
  readonly kind: FaultKind;
  readonly message: string;
}

const warning = 'WARNING- MISSING CONFIGURATION';

export const fault = (kind: FaultKind, words: string): Fault => ({ kind, message: `${warning}: ${words}` });

/** A configuration that cannot be worked with; says every fault. */
export class BadConfigurationError extends Error {
  override name = 'BadConfigurationError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ message }) => message).join('\n'));
    this.faults = faults;
  }
}

function onTwoPages(form: Form): readonly Fault[] {
  const pages = new Map<string, Set<string>>();
  for (const { key, page } of walk(form).questions) pages.set(key, (pages.get(key) ?? new Set()).add(page));
  return [...pages]
    .filter(([, on]) => on.size > 1)
    .map(([key, on]) => fault('key on two pages', `${key} is asked on ${[...on].join(' and ')}.`));
}

const isLabel = (key: string, form: Form) => key.endsWith('_desc') && dataModel(form).has(key.slice(0, -5));

const outsideTheModel = (form: Form, keys: ReadonlySet<string>): readonly Fault[] =>
  [...dataModel(form).keys(), ...walk(form).stops.map(({ key }) => key)]
    .filter((key) => !keys.has(key) && !isLabel(key, form))
    .map((key) =>
      fault('key outside the data model', `${key} is asked, but the data model has no such key.`),
    );

const withoutPage = (form: Form, keys: ReadonlySet<string>): readonly Fault[] =>
  [...keys]
    .filter((key) => pageOf(form, key) === undefined)
    .map((key) => fault('key without a page', `${key} is in the data model, but no page asks it.`));

const isAddAnother = (block: Block): block is AddAnother => block.type === 'addAnother';

const aboveTheCap = (form: Form): readonly Fault[] =>
  blocksOf(form)
    .filter(isAddAnother)
    .filter(({ copies }) => copies.length > addAnotherCap)
    .map(({ id, copies }) =>
      fault(
        'maximum above the cap',
        `${id} can be added ${copies.length} times; the cap is ${addAnotherCap}.`,
      ),
    );

/** The prefixes of the repeated blocks a question stands in: `college` of the first copy, `college_2` of the second. */
const prefixesOf = ({ guards }: Placed): readonly string[] =>
  guards.flatMap((guard) =>
    guard.on === 'count' ? [guard.number === 1 ? guard.id : `${guard.id}_${guard.number}`] : [],
  );

const withoutPrefix = (form: Form): readonly Fault[] =>
  walk(form).questions.flatMap((placed) =>
    prefixesOf(placed)
      .filter((prefix) => !placed.key.startsWith(`${prefix}_`))
      .map((prefix) =>
        fault(
          'key without its prefix',
          `${placed.key} stands under the prefix ${prefix}, which is no part of it.`,
        ),
      ),
  );

function onUnaskedKeys(form: Form): readonly Fault[] {
  const read = new Set(walk(form).questions.flatMap(({ guards }) => keysRead(guards)));
  return [...read]
    .filter((key) => !dataModel(form).has(key))
    .map((key) => fault('condition on an unasked key', `a condition reads ${key}, which no page asks.`));
}

/** What is wrong with a form beside the keys that its answers may have. */
export const consistency = (form: Form, keys: ReadonlySet<string>): readonly Fault[] => [
  ...onTwoPages(form),
  ...outsideTheModel(form, keys),
  ...withoutPage(form, keys),
  ...withoutPrefix(form),
  ...aboveTheCap(form),
  ...onUnaskedKeys(form),
];
