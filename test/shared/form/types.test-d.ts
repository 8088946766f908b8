import type { Problem } from '../../../shared/form/form.ts';
import {
  addAnother,
  answered,
  ask,
  askUnder,
  autocomplete,
  byAnswer,
  checkbox,
  checkboxes,
  dependentSelect,
  equals,
  firstOf,
  form,
  isIn,
  type KeyOf,
  monthYear,
  notEquals,
  page,
  radio,
  section,
  select,
  tabs,
  text,
  trigger,
  when,
} from '../../../shared/form/index.ts';
import { militaryStatuses } from '../../../shared/options/coded.ts';
import { usStates } from '../../../shared/options/regions.ts';
import type { Partner } from '../../../shared/partners/index.ts';
import type { ApplicationKey } from '../../../shared/questions/index.ts';

const key: ApplicationKey = 'citizenship_type';
const month: ApplicationKey = 'grad_month';
const inTab: ApplicationKey = 'activity_4_award';
// @ts-expect-error there is no such question
const wrong: ApplicationKey = 'citizenship_typ';
// @ts-expect-error a month and year are stored under two keys
const pair: ApplicationKey = 'grad';
// @ts-expect-error only the first parent is asked
const second: ApplicationKey = 'parent_2_communication_preference';
// @ts-expect-error there are ten courses
const eleventh: ApplicationKey = 'senior_course_11_name';
// @ts-expect-error the first block has no number
const first: ApplicationKey = 'activity_1_name';

const asksB = section('Found', [ask({ nobody_asks_this: text('B') })]);
const lost = section('Lost', [when(equals('nobody_asks_this', 'Y'), [ask({ a: text('A') })])]);
// @ts-expect-error a condition reads a question that no page asks
form([page('/x', 'X', [lost])]);
form([page('/x', 'X', [lost, asksB])]);
const lostPage = page('/x', 'X', [lost]);
const unasked: Problem<typeof lostPage> = 'No page asks nobody_asks_this, which a condition reads.';
form([page('/x', 'X', [lost]), page('/y', 'Y', [asksB])]);

const byPart = section('S', [ask({ race: checkboxes('R', { white: 'White' }), grad: monthYear('G', []) })]);
form([page('/x', 'X', [byPart, section('S', [when(answered('race_white'), [ask({ a: text('A') })])])])]);
// @ts-expect-error a condition reads a part of the answer, never the question itself
form([page('/x', 'X', [byPart, section('S', [when(answered('race'), [ask({ a: text('A') })])])])]);

const deep = section('Deep', [
  tabs('t', 'T', [
    {
      id: 'one',
      label: 'One',
      blocks: [firstOf([{ condition: answered('nobody_asks_this'), blocks: [ask({ a: text('A') })] }])],
    },
  ]),
]);
// @ts-expect-error however deep the condition is
form([page('/x', 'X', [deep])]);
form([page('/x', 'X', [deep, asksB])]);

const self = section('Self', [
  trigger('button', 'sure', checkbox('Sure'), { before: [], after: [ask({ a: text('A') })] }),
]);
form([page('/x', 'X', [self, section('S', [when(equals('sure', true), [ask({ b: text('B') })])])])]);

const state = section('State', [ask({ state: dependentSelect('State', 'nobody_asks_this', {}) })]);
// @ts-expect-error a list depends on a question that no page asks
form([page('/x', 'X', [state])]);
const status = section('Status', [
  ask({ status: radio('Status', militaryStatuses), state: select('State', usStates) }),
]);
form([page('/x', 'X', [status, section('S', [when(isIn('status', ['A', 'R']), [ask({ a: text('A') })])])])]);
const active = page('/x', 'X', [
  status,
  section('S', [when(isIn('status', ['ACTIVE']), [ask({ a: text('A') })])]),
]);
// @ts-expect-error no status has this code
form([active]);
const unknownCode: Problem<typeof active> = 'status has no option ACTIVE.';
form([page('/x', 'X', [status, section('S', [when(equals('state', 'MI'), [ask({ a: text('A') })])])])]);
// @ts-expect-error no state has this code, in a list that is written as text
form([page('/x', 'X', [status, section('S', [when(equals('state', 'Michigan'), [ask({ a: text('A') })])])])]);
form([page('/x', 'X', [status, section('S', [byAnswer('status', { A: [ask({ a: text('A') })] })])])]);
// @ts-expect-error a radio-driven block names a code that the radio does not offer
form([page('/x', 'X', [status, section('S', [byAnswer('status', { Z: [ask({ a: text('A') })] })])])]);
const yes = section('Yes', [ask({ yes: radio('Yes?'), agree: checkbox('Agree') })]);
// @ts-expect-error a radio without options offers Y and N
form([page('/x', 'X', [yes, section('S', [when(notEquals('yes', 'Yes'), [ask({ a: text('A') })])])])]);
// @ts-expect-error a checkbox is true or false
form([page('/x', 'X', [yes, section('S', [when(equals('agree', 'Y'), [ask({ a: text('A') })])])])]);
const oneWrongBranch = section('S', [
  firstOf([
    { condition: equals('yes', 'Y'), blocks: [ask({ a: text('A') })] },
    { condition: equals('status', 'Y'), blocks: [ask({ b: text('B') })] },
  ]),
]);
// @ts-expect-error the code of one question is none of another's
form([page('/x', 'X', [yes, status, oneWrongBranch])]);

const found = section('Found', [
  ask({ school: autocomplete('School', 'hs_ceeb', { name: 'school', city: 'citty' }), city: text('City') }),
]);
// @ts-expect-error a look-up fills a question that no page asks
form([page('/x', 'X', [found])]);

const colleges = form([
  page('/x', 'X', [
    section('S', [
      addAnother('College', 'college', 5, (college) => [askUnder(college, { city: text('City') })]),
    ]),
  ]),
]);
const fifth: KeyOf<typeof colleges> = 'college_5_city';
// @ts-expect-error there are only five
const sixth: KeyOf<typeof colleges> = 'college_6_city';
// @ts-expect-error no block can be added more than ten times
addAnother('College', 'college', 11, (college) => [askUnder(college, { city: text('City') })]);

// @ts-expect-error an option is a code and its label
radio('R', [['Y']]);

declare const partner: Partner;
// @ts-expect-error a partner cannot be changed
partner.name = 'Another';

export { eleventh, fifth, first, inTab, key, month, pair, second, sixth, unasked, unknownCode, wrong };
