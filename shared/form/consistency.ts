import type { AddAnother, Block } from './block.ts';
import { checkConditions } from './check-conditions.ts';
import { type ConfigurationError, configurationError } from './configuration-error.ts';
import { dataModel, pageOf } from './data-model.ts';
import type { Form } from './form.ts';
import { addAnotherCap } from './repeat.ts';
import { allBlocks, companionKeys, type PlacedQuestion, walk } from './walk.ts';

interface KeyUsage {
  readonly pages: Set<string>;
  readonly questions: Set<string>;
}

/**
 * The questions that store each key, and their pages. Checkboxes, months, years and labels of choices have
 * keys of their own.
 */
function keyUsage(form: Form): ReadonlyMap<string, KeyUsage> {
  const usage = new Map<string, KeyUsage>();
  for (const { key, keys, page } of walk(form).questions)
    for (const stored of keys) {
      const current = usage.get(stored) ?? { pages: new Set(), questions: new Set() };
      current.pages.add(page);
      current.questions.add(key);
      usage.set(stored, current);
    }
  return usage;
}

const joinNames = (names: ReadonlySet<string>) => [...names].join(' and ');

/**
 * A question may appear in several branches of one page. On two pages, or under the key of another question,
 * its answer would be overwritten.
 */
function findKeysAskedTwice(form: Form): readonly ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  for (const [key, { pages, questions }] of keyUsage(form)) {
    // A companion is stored with its answer, and the error of the answer is enough.
    const isOnlyCompanion = questions.size === 1 && isCompanion(key, form);
    if (pages.size > 1 && !isOnlyCompanion)
      errors.push(configurationError('key on two pages', `${key} is asked on ${joinNames(pages)}.`, key));
    if (pages.size === 1 && questions.size > 1)
      errors.push(
        configurationError('key of two questions', `${key} is stored for ${joinNames(questions)}.`, key),
      );
  }
  return errors;
}

const isCompanion = (companion: string, form: Form) =>
  walk(form).questions.some(({ key, question }) => companionKeys(key, question).includes(companion));

const findKeysOutsideModel = (form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] =>
  [...dataModel(form).keys(), ...walk(form).blockingNotices.map(({ key }) => key)]
    .filter((key) => !keys.has(key) && !isCompanion(key, form))
    .map((key) =>
      configurationError(
        'key outside the data model',
        `${key} is asked, but the data model has no such key.`,
        key,
      ),
    );

const findKeysWithoutPage = (form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] =>
  [...keys]
    .filter((key) => pageOf(form, key) === undefined)
    .map((key) =>
      configurationError('key without a page', `${key} is in the data model, but no page asks it.`, key),
    );

const isAddAnother = (block: Block): block is AddAnother => block.type === 'addAnother';

const findCountsAboveCap = (form: Form): readonly ConfigurationError[] =>
  allBlocks(form)
    .filter(isAddAnother)
    .filter(({ branches }) => branches.length > addAnotherCap)
    .map(({ id, branches }) =>
      configurationError(
        'maximum above the cap',
        `${id} can be added ${branches.length} times; the cap is ${addAnotherCap}.`,
      ),
    );

/**
 * The key prefixes of the repeated blocks around a question: `college` for the first block, `college_2` for
 * the second.
 */
const prefixesOf = ({ rules }: PlacedQuestion): readonly string[] =>
  rules.flatMap((rule) =>
    rule.on === 'count' ? [rule.number === 1 ? rule.id : `${rule.id}_${rule.number}`] : [],
  );

const findKeysWithoutPrefix = (form: Form): readonly ConfigurationError[] =>
  walk(form).questions.flatMap((placed) =>
    prefixesOf(placed)
      .filter((prefix) => !placed.key.startsWith(`${prefix}_`))
      .map((prefix) =>
        configurationError(
          'key without its prefix',
          `${placed.key} is under the prefix ${prefix}, but does not start with it.`,
          placed.key,
        ),
      ),
  );

/** The errors in a form. `keys` are the answer keys of the partner's data model. */
export const checkConsistency = (form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] => [
  ...findKeysAskedTwice(form),
  ...findKeysOutsideModel(form, keys),
  ...findKeysWithoutPage(form, keys),
  ...findKeysWithoutPrefix(form),
  ...findCountsAboveCap(form),
  ...checkConditions(form),
];
