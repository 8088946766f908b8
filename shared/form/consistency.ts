import type { AddAnother, Block } from './block.ts';
import { checkConditions } from './check-conditions.ts';
import { type ConfigurationError, configurationError } from './configuration-error.ts';
import { dataModel, pageOf } from './data-model.ts';
import type { Form } from './form.ts';
import { addAnotherCap } from './repeat.ts';
import { allBlocks, type PlacedQuestion, walk } from './walk.ts';

interface Askers {
  readonly pages: Set<string>;
  readonly questions: Set<string>;
}

/** Who stores under each key, and on which pages: a box, half of a date and the words beside a choice have keys too. */
function askersOf(form: Form): ReadonlyMap<string, Askers> {
  const askers = new Map<string, Askers>();
  for (const { key, keys, page } of walk(form).questions)
    for (const stored of keys) {
      const known = askers.get(stored) ?? { pages: new Set(), questions: new Set() };
      known.pages.add(page);
      known.questions.add(key);
      askers.set(stored, known);
    }
  return askers;
}

const and = (names: ReadonlySet<string>) => [...names].join(' and ');

/** A question may stand in several branches of one page; on two, or under another's key, one answer would be lost. */
function askedTwice(form: Form): readonly ConfigurationError[] {
  const faults: ConfigurationError[] = [];
  for (const [key, { pages, questions }] of askersOf(form)) {
    // The words beside a choice go where the choice goes, which is told of the choice.
    const goesAlong = questions.size === 1 && isLabel(key, form);
    if (pages.size > 1 && !goesAlong)
      faults.push(configurationError('key on two pages', `${key} is asked on ${and(pages)}.`, key));
    if (pages.size === 1 && questions.size > 1)
      faults.push(configurationError('key of two questions', `${key} is kept for ${and(questions)}.`, key));
  }
  return faults;
}

const isLabel = (key: string, form: Form) => key.endsWith('_desc') && dataModel(form).has(key.slice(0, -5));

const outsideTheModel = (form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] =>
  [...dataModel(form).keys(), ...walk(form).blockingNotices.map(({ key }) => key)]
    .filter((key) => !keys.has(key) && !isLabel(key, form))
    .map((key) =>
      configurationError(
        'key outside the data model',
        `${key} is asked, but the data model has no such key.`,
      ),
    );

const withoutPage = (form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] =>
  [...keys]
    .filter((key) => pageOf(form, key) === undefined)
    .map((key) =>
      configurationError('key without a page', `${key} is in the data model, but no page asks it.`, key),
    );

const isAddAnother = (block: Block): block is AddAnother => block.type === 'addAnother';

const aboveTheCap = (form: Form): readonly ConfigurationError[] =>
  allBlocks(form)
    .filter(isAddAnother)
    .filter(({ copies }) => copies.length > addAnotherCap)
    .map(({ id, copies }) =>
      configurationError(
        'maximum above the cap',
        `${id} can be added ${copies.length} times; the cap is ${addAnotherCap}.`,
      ),
    );

/** The prefixes of the repeated blocks a question stands in: `college` of the first copy, `college_2` of the second. */
const prefixesOf = ({ rules }: PlacedQuestion): readonly string[] =>
  rules.flatMap((rule) =>
    rule.on === 'count' ? [rule.number === 1 ? rule.id : `${rule.id}_${rule.number}`] : [],
  );

const withoutPrefix = (form: Form): readonly ConfigurationError[] =>
  walk(form).questions.flatMap((placed) =>
    prefixesOf(placed)
      .filter((prefix) => !placed.key.startsWith(`${prefix}_`))
      .map((prefix) =>
        configurationError(
          'key without its prefix',
          `${placed.key} stands under the prefix ${prefix}, which is no part of it.`,
          placed.key,
        ),
      ),
  );

/** What is wrong with a form beside the keys that its answers may have. */
export const checkConsistency = (form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] => [
  ...askedTwice(form),
  ...outsideTheModel(form, keys),
  ...withoutPage(form, keys),
  ...withoutPrefix(form),
  ...aboveTheCap(form),
  ...checkConditions(form),
];
