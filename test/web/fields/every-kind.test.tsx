import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  addAnother,
  ask,
  askUnder,
  autocomplete,
  type Block,
  byAnswer,
  checkbox,
  checkboxes,
  date,
  dependentSelect,
  document,
  email,
  equals,
  errorKey,
  firstOf,
  fold,
  monthYear,
  notice,
  phone,
  type Question,
  radio,
  section,
  select,
  ssn,
  tabs,
  text,
  textarea,
  trigger,
  when,
} from '../../../shared/form/index.ts';
import { Branches } from '../../../web/form/block.tsx';
import { formStore } from '../../../web/form-state/form-store.ts';

const invalid = vi.hoisted(() => ({ key: '', message: '' }));
vi.mock('../../../web/form-state/field-status.ts', () => ({
  useFieldStatus: (_name: string, key: string) => ({
    messages: key === invalid.key ? [invalid.message] : [],
    isQuiet: true,
    formatHint: '',
  }),
}));

afterEach(() => {
  vi.restoreAllMocks();
  invalid.key = '';
});

/**
 * Renders blocks with the given answers. A prerendered page has none, so the store is read in their place.
 */
function render(blocks: readonly Block[], answers: Answers = {}): string {
  formStore.change({ answers, counts: {}, tabs: {} });
  formStore.initial = formStore.get();
  return renderToStaticMarkup(
    <MemoryRouter>
      <Branches block={section('S', blocks)} />
    </MemoryRouter>,
  );
}

const options = [['1', 'One']] as const;
const boxes = { one: 'One', two: 'Two' };

/** One question of each kind and the control that it must have. The compiler requires every kind here. */
const kinds: { readonly [Kind in Question['kind']]: readonly [Question, RegExp] } = {
  text: [text('Words'), /<input[^>]*type="text"/],
  email: [email('Words', 'No address'), /<input[^>]*inputmode="email"/i],
  phone: [phone('Words', 'No number'), /<input[^>]*type="tel"/],
  ssn: [ssn('Words', 'No number'), /<input[^>]*inputMode="numeric"/],
  textarea: [textarea('Words'), /<textarea[^>]*rows="6"/],
  date: [date('Words'), /<select.*<input.*<input/],
  select: [select('Words', options), /<select.*<option value=""[^>]*>--.*One/],
  dependentSelect: [dependentSelect('Words', 'country', { USA: options }), /<select.*One/],
  radio: [radio('Words', options), /<input[^>]*type="radio"/],
  checkbox: [checkbox('Words'), /<input[^>]*type="checkbox"/],
  checkboxes: [checkboxes('Words', boxes), /type="checkbox".*type="checkbox"/],
  monthYear: [monthYear('Words', [['2027', '2027']]), /<select.*January.*<select/],
  autocomplete: [autocomplete('Words', 'hs_ceeb', {}), /<input[^>]*maxLength="90"/],
  document: [document('Words'), /Choose file|once you have created an account/],
};

describe('every kind of question', () => {
  it.each(Object.entries(kinds))(
    '%s shows its text, its control and its error [EN-26]',
    (kind, [question, control]) => {
      const key = errorKey('k', question);
      invalid.key = key;
      invalid.message = `Wrong: ${kind}`;
      const html = render([ask({ k: question })], { country: 'USA' });
      expect(html).toContain(`id="${key}"`);
      expect(html).toMatch(/<(label|legend|span)[^>]*>(<[^>]*>)*Words/);
      expect(html).toMatch(control);
      expect(html).toMatch(new RegExp(`id="${key}-messages"[^>]*>.*Wrong: ${kind}`));
      expect(html).toMatch(new RegExp(`aria-describedby="[^"]*${key}-messages`));
    },
  );
});

it('a field for digits in one country gets the keyboard of digits and its hint there, and neither elsewhere', () => {
  const zip = [ask({ zip: text('ZIP', { hint: 'Digits', digitsWhen: equals('country', 'USA') }) })];
  expect(render(zip, { country: 'USA' })).toMatch(
    /id="zip-hint">Digits.*<input[^>]*inputMode="numeric"[^>]*aria-describedby="zip-hint"/,
  );
  expect(render(zip, { country: 'CAN' })).not.toMatch(/inputMode|zip-hint/);
  expect(render([ask({ gpa: text('GPA', { inputMode: 'decimal' }) })])).toMatch(/inputMode="decimal"/);
});

const shows = (name: string) => [ask({ [name]: text(`Field ${name}`) })];
const shown = (html: string) => [...html.matchAll(/Field (\w+)/g)].map(([, name]) => name);

/** Every kind of block with the answers that it reads, and the fields that show. */
const blocks: {
  readonly [Type in Block['type']]: readonly (readonly [Block, Answers, readonly string[]])[];
} = {
  ask: [[ask({ a: text('Field a') }), {}, ['a']]],
  notice: [[notice('Field words'), {}, ['words']]],
  fold: [[fold('Field title', shows('a')), {}, ['title', 'a']]],
  section: [[section('Field title', shows('a')), {}, ['title', 'a']]],
  when: [
    [when(equals('k', 'Y'), shows('a')), { k: 'Y' }, ['a']],
    [when(equals('k', 'Y'), shows('a')), {}, []],
    ...(
      [
        [{ k: 'Y', l: 'Y' }, ['first']],
        [{ l: 'Y' }, ['second']],
        [{}, []],
      ] as const
    ).map(
      ([answers, fields]) =>
        [
          firstOf([
            { condition: equals('k', 'Y'), blocks: shows('first') },
            { condition: equals('l', 'Y'), blocks: shows('second') },
          ]),
          answers,
          fields,
        ] as const,
    ),
    ...(
      [
        [{}, ['before', 'optional']],
        [{ k: 'Y' }, ['yes']],
        [{ k: 'N' }, ['no']],
        [{ k: '?' }, ['before']],
      ] as const
    ).map(
      ([answers, fields]) =>
        [
          byAnswer(
            'k',
            { Y: shows('yes'), N: shows('no') },
            { before: shows('before'), optional: shows('optional') },
          ),
          answers,
          fields,
        ] as const,
    ),
  ],
  trigger: (['button', 'checkbox'] as const).flatMap((by) =>
    (
      [
        [{}, ['turn', 'before', 'optional']],
        [{ k: true }, ['turn', 'after']],
      ] as const
    ).map(
      ([answers, fields]) =>
        [
          trigger(by, 'k', checkbox('Field turn'), {
            before: shows('before'),
            after: shows('after'),
            optional: shows('optional'),
          }),
          answers,
          fields,
        ] as const,
    ),
  ),
  tabs: [
    [
      tabs('t', 'Which', [
        { id: 'one', label: 'One', blocks: shows('one') },
        { id: 'two', label: 'Two', blocks: shows('two') },
      ]),
      {},
      ['one'],
    ],
  ],
  addAnother: [
    [addAnother('more', 'a', 2, (each) => [askUnder(each, { b: text(`Field ${each}`) })]), {}, ['a']],
  ],
};

describe('every kind of block shows its fields', () => {
  it.each(
    Object.values(blocks)
      .flat()
      .map(([block, answers, fields]) => [block.type, answers, fields, block] as const),
  )('%s with %j: %j', (_type, answers, fields, block) => {
    expect(shown(render([block], answers))).toEqual(fields);
  });

  it.each(['button', 'checkbox'] as const)('a %s to be confirmed shows its error and its link', (by) => {
    invalid.key = 'k';
    invalid.message = 'Please confirm.';
    const block = trigger(by, 'k', checkbox('I have read it', { required: 'Please confirm.' }), {
      before: [],
      after: [],
    });
    const html = render([block]);
    expect(html).toContain('<div id="k"');
    expect(html).toMatch(/id="k-messages"[^>]*>.*Please confirm\./);
    expect(html).toMatch(
      /<(button|input)[^>]*id="k-control"[^>]*aria-describedby="k-messages"|<(button|input)[^>]*aria-describedby="k-messages"[^>]*id="k-control"/,
    );
    if (by === 'button') expect(html).toMatch(/<button[^>]*aria-pressed="false"/);
  });
});
