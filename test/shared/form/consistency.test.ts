import { describe, expect, it } from 'vitest';
import {
  type AddAnother,
  addAnother,
  ask,
  askUnder,
  type Block,
  checkbox,
  checkConsistency,
  dependentSelect,
  equals,
  form,
  gt,
  InvalidConfigurationError,
  lt,
  notIn,
  notice,
  page,
  phone,
  type Question,
  radio,
  type Section,
  section,
  select,
  storedKeys,
  tabs,
  text,
  when,
} from '../../../shared/form/index.ts';

type Questions = Readonly<Record<string, Question>>;
/** Several checkboxes are stored under keys of their own. */
const keysOf = (asked: Questions) =>
  Object.entries(asked).flatMap(([key, question]) => storedKeys(key, question));
const onPage = (path: `/${string}`, ...blocks: readonly Block[]) =>
  page(path, path, [section('S', blocks) as Section]);
/** Builds a form without the compiler's checks, as if its configuration had been read from a file. */
const unchecked = (...pages: readonly ReturnType<typeof onPage>[]) => form(pages as never);
const onA = (...blocks: readonly Block[]) => unchecked(onPage('/a', ...blocks));
const copies = (count: number, key: (number: number) => string): AddAnother => ({
  type: 'addAnother',
  id: 'college',
  label: 'college',
  branches: Array.from({ length: count }, (_, index) => ({
    rules: [{ on: 'count', id: 'college', number: index + 1 }],
    blocks: [ask({ [key(index + 1)]: text('Name') })],
  })),
});
const warning = 'WARNING- MISSING CONFIGURATION: ';
const numbered = (number: number) => (number === 1 ? 'college_name' : `college_${number}_name`);
const keysUpTo = (count: number) => new Set(Array.from({ length: count }, (_, index) => numbered(index + 1)));

describe('the consistency check', () => {
  it('finds nothing wrong with a consistent form', () => {
    const made = unchecked(
      onPage('/a', ask({ a: radio('A') }), when(equals('a', 'Y'), [notice('Stop', { blockingKey: 'b' })])),
      onPage(
        '/b',
        addAnother('college', 'college', 2, (each) => [askUnder(each, { name: text('Name') })]),
      ),
    );
    expect(checkConsistency(made, new Set(['a', 'b', 'college_name', 'college_2_name']))).toEqual([]);
  });

  it('allows the same question in two branches of one page', () => {
    const again = [ask({ k: radio('K') })];
    const made = onA(when(equals('k', 'Y'), again), when(equals('k', 'N'), again));
    expect(checkConsistency(made, new Set(['k']))).toEqual([]);
  });

  const shown = ask({ l: text('L') });
  const states = { USA: [['MI', 'Michigan']], CAN: [['ON', 'Ontario']] } as const;
  const countries = { country: text('Country'), state: dependentSelect('State', 'country', states) };
  const tab = (group: string, id: string, blocks: readonly Block[]) =>
    tabs(group, group, [
      { id: 'first', label: 'First', blocks: id === 'first' ? blocks : [] },
      { id: 'last', label: 'Last', blocks: id === 'last' ? blocks : [] },
    ]);

  it.each<[what: string, asked: Questions, inside: Block]>([
    ['between two numbers', { k: text('K') }, when(gt('k', 3), [when(lt('k', 5), [shown])])],
    ['for none of two words', { k: text('K') }, when(notIn('k', ['Houghton', '']), [shown])],
    ['while a choice is open', { k: radio('K') }, when(equals('k', ''), [shown])],
    ['for the label of a choice', { k: radio('K') }, when(equals('k_desc', 'Yes'), [shown])],
    ['for a checkbox', { k: checkbox('K') }, when(equals('k', false), [shown])],
    ['for a state of any country', countries, when(equals('state', 'ON'), [shown])],
    ['in tabs of two groups', { k: text('K') }, tab('one', 'first', [tab('two', 'last', [shown])])],
    ['in one tab of a group twice', { k: text('K') }, tab('one', 'last', [tab('one', 'last', [shown])])],
  ])('lets a question show %s', (_what, asked, inside) => {
    const made = onA(ask(asked), inside);
    expect(checkConsistency(made, new Set([...keysOf(asked), 'l']))).toEqual([]);
  });

  it.each<[what: string, asked: Questions, inside: Block, message: string]>([
    [
      'a state that no country has',
      countries,
      when(equals('state', 'TX'), [shown]),
      'a condition compares state with TX, which is not one of its options.',
    ],
    [
      'an unknown code of a list',
      { k: select('K', [['a', 'A']]) },
      when(equals('k', 'b'), [shown]),
      'a condition compares k with b, which is not one of its options.',
    ],
    [
      'a word in place of a checkbox',
      { k: checkbox('K') },
      when(equals('k', 'Y'), [shown]),
      'a condition compares k with Y, which is not one of its options.',
    ],
    [
      'the country of a phone number that no page asks',
      { k: phone('K', 'No.', { international: 'abroad' }), l: text('L') },
      notice('Read this.'),
      'a condition reads abroad, which no page asks.',
    ],
    [
      'a tab inside another tab of its group',
      { k: text('K') },
      tab('one', 'first', [tab('one', 'last', [shown])]),
      'l never shows: its conditions exclude each other.',
    ],
    [
      'a blocking notice that never shows',
      { k: radio('K'), l: text('L') },
      when(equals('k', 'Y'), [when(equals('k', 'N'), [notice('Stop', { blockingKey: 'l' })])]),
      'l never shows: its conditions exclude each other.',
    ],
  ])('warns of %s', (_what, asked, inside, message) => {
    const made = onA(ask(asked), inside);
    const errors = checkConsistency(made, new Set([...keysOf(asked), 'l']));
    expect(errors.map((error) => error.message)).toEqual([`${warning}${message}`]);
  });

  it.each([
    [
      'a key on two pages [DV-02] [DV-08]',
      unchecked(onPage('/a', ask({ k: text('K') })), onPage('/b', ask({ k: text('K') }))),
      new Set(['k']),
      'key on two pages',
      'k is asked on /a and /b.',
    ],
    [
      'a question whose key is the label of a choice',
      onA(ask({ k: radio('K'), k_desc: text('Words') })),
      new Set(['k', 'k_desc']),
      'key of two questions',
      'k_desc is stored for k and k_desc.',
    ],
    [
      'a key outside the data model [DV-03] [DV-04]',
      onA(ask({ k: text('K') })),
      new Set<string>(),
      'key outside the data model',
      'k is asked, but the data model has no such key.',
    ],
    [
      'a key of the data model without a page [DV-07]',
      onA(ask({ k: text('K') })),
      new Set(['k', 'lost']),
      'key without a page',
      'lost is in the data model, but no page asks it.',
    ],
    [
      'a key without its prefix [DV-05]',
      onA(copies(1, () => 'x_name')),
      new Set(['x_name']),
      'key without its prefix',
      'x_name is under the prefix college, but does not start with it.',
    ],
    [
      'an eleventh repeated block [DV-06]',
      onA(copies(11, numbered)),
      keysUpTo(11),
      'maximum above the cap',
      'college can be added 11 times; the cap is 10.',
    ],
    [
      'a condition on a question that no page asks',
      onA(when(equals('nowhere', 'Y'), [ask({ k: text('K') })])),
      new Set(['k']),
      'condition on an unasked key',
      'a condition reads nowhere, which no page asks.',
    ],
    [
      'a condition on a code that no option has',
      onA(ask({ k: radio('K') }), when(equals('k', 'YES'), [ask({ l: text('L') })])),
      new Set(['k', 'l']),
      'condition on an unknown code',
      'a condition compares k with YES, which is not one of its options.',
    ],
    [
      'a question whose conditions exclude each other',
      onA(ask({ k: radio('K') }), when(equals('k', 'Y'), [when(equals('k', 'N'), [ask({ l: text('L') })])])),
      new Set(['k', 'l']),
      'unreachable',
      'l never shows: its conditions exclude each other.',
    ],
    [
      'a question between two numbers that leave nothing between them',
      onA(ask({ k: text('K') }), when(lt('k', 3), [when(gt('k', 3), [ask({ l: text('L') })])])),
      new Set(['k', 'l']),
      'unreachable',
      'l never shows: its conditions exclude each other.',
    ],
  ] as const)('with %s is warned of', (_name, made, keys, kind, message) => {
    const errors = checkConsistency(made, keys);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ kind, message: `${warning}${message}` });
  });

  it('lists every problem in one error [ER-13]', () => {
    const faults = checkConsistency(onA(ask({ k: text('K') })), new Set(['lost']));
    const error = new InvalidConfigurationError(faults);
    expect(error).toMatchObject({ name: 'InvalidConfigurationError', errors: faults });
    expect(error.message.split('\n')).toHaveLength(2);
  });
});
