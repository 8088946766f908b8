import { checkConditions } from './check-conditions.ts';
import { type ConfigurationError, configurationError, configurationErrors } from './configuration-error.ts';
import { dataModel, pageOf } from './data-model.ts';
import type { Form } from './form.ts';
import { addAnotherCap, prefixOf } from './repeat.ts';
import { allBlocks, companionKeys, type PlacedQuestion, walk } from './walk.ts';

const joinNames = (names: ReadonlySet<string>) => [...names].join(' and ');

/**
 * A question may appear in several branches of one page. On two pages, or under the key of another question,
 * its answer would be overwritten. Checkboxes, months, years and labels of choices have their own keys.
 */
function findKeysAskedTwice(form: Form): readonly ConfigurationError[] {
  const uses = walk(form).questions.flatMap((placed) => placed.keys.map((stored) => ({ stored, ...placed })));
  return [...Map.groupBy(uses, ({ stored }) => stored)].flatMap(([stored, placed]) => {
    const pages = new Set(placed.map(({ page }) => page));
    const questions = new Set(placed.map(({ key }) => key));
    // A companion is stored with its answer, and the error of the answer is enough.
    const isOnlyCompanion = questions.size === 1 && isCompanion(stored, form);
    if (pages.size > 1 && !isOnlyCompanion)
      return configurationError('key on two pages', `${stored} is asked on ${joinNames(pages)}.`, stored);
    return pages.size === 1 && questions.size > 1
      ? configurationError('key of two questions', `${stored} is stored for ${joinNames(questions)}.`, stored)
      : [];
  });
}

const isCompanion = (companion: string, form: Form) =>
  walk(form).questions.some(({ key, question }) => companionKeys(key, question).includes(companion));

function findKeysOutsideModel(form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] {
  const asked = [...dataModel(form).keys(), ...walk(form).blockingNotices.map(({ key }) => key)];
  return configurationErrors(
    'key outside the data model',
    asked.filter((key) => !keys.has(key) && !isCompanion(key, form)),
    (key) => `${key} is asked, but the data model has no such key.`,
  );
}

const findKeysWithoutPage = (form: Form, keys: ReadonlySet<string>): readonly ConfigurationError[] =>
  configurationErrors(
    'key without a page',
    [...keys].filter((key) => pageOf(form, key) === undefined),
    (key) => `${key} is in the data model, but no page asks it.`,
  );

const findCountsAboveCap = (form: Form): readonly ConfigurationError[] =>
  allBlocks(form)
    .filter((block) => block.type === 'addAnother')
    .filter(({ branches }) => branches.length > addAnotherCap)
    .map(({ id, branches }) =>
      configurationError(
        'maximum above the cap',
        `${id} can be added ${branches.length} times; the cap is ${addAnotherCap}.`,
      ),
    );

const prefixesOf = ({ rules }: PlacedQuestion): readonly string[] =>
  rules.flatMap((rule) => (rule.on === 'count' ? [prefixOf(rule.id, rule.number)] : []));

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
