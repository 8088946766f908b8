import fc from 'fast-check';
import { type Action, answerKeys, blocks, formPages, questions, statuses, tabs } from './actions.ts';
import { checklist, checklistCopy, itemDays } from './retention-and-checklist.ts';
import { type Fault, faultKinds } from './transport.ts';
import { names } from './world.ts';

/**
 * One generated history: moments one after the other, in each of which one to three things happen at the same
 * time, the faults that strike calls of AWS, and whose turn it is whenever several wait.
 */
export interface History {
  readonly begins: 'with empty applications' | 'with one answer each' | 'with complete applications';
  readonly moments: readonly (readonly Action[])[];
  readonly faults: readonly Fault[];
  readonly order: readonly number[];
}

/**
 * Most of a history is about the first applicant: two tabs of one application meet more often than two
 * applicants.
 */
const who = fc.oneof(
  { weight: 3, arbitrary: fc.constant(names[0]) },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
);
const by = { who, tab: fc.constantFrom(0 as const, 1 as const) };
const question = fc.constantFrom(...questions, checklistCopy);

const does = <Does extends Action['does']>(name: Does) => fc.constant(name);

/** Every action, by what it does. */
const actions: { readonly [Does in Action['does']]: fc.Arbitrary<Action> } = {
  saves: fc.record({
    ...by,
    does: does('saves'),
    keys: fc.uniqueArray(fc.constantFrom(...answerKeys), { minLength: 1, maxLength: 3 }),
  }),
  'saves and reads': fc.record({
    ...by,
    does: does('saves and reads'),
    keys: fc.uniqueArray(fc.constantFrom(...answerKeys), { minLength: 1, maxLength: 2 }),
  }),
  'chooses a tab': fc.record({ ...by, does: does('chooses a tab'), chosen: fc.constantFrom(...tabs) }),
  'sets a count': fc.record({
    ...by,
    does: does('sets a count'),
    block: fc.constantFrom(...blocks),
    count: fc.constantFrom(1, 2, 3, 4, 0, 1.5, 11),
  }),
  'visits a page': fc.record({ ...by, does: does('visits a page'), path: fc.constantFrom(...formPages) }),
  'moves the status': fc.record({
    ...by,
    does: does('moves the status'),
    status: fc.constantFrom(...statuses),
  }),
  submits: fc.record({ ...by, does: does('submits') }),
  'logs in': fc.record({ ...by, does: does('logs in') }),
  'logs out': fc.record({ ...by, does: does('logs out') }),
  'closes the browser': fc.record({ ...by, does: does('closes the browser') }),
  reads: fc.record({ ...by, does: does('reads') }),
  'begins an upload': fc.record({ ...by, does: does('begins an upload'), question }),
  'sends the file': fc.record({ ...by, does: does('sends the file'), question }),
  'asks for its conversion': fc.record({ ...by, does: does('asks for its conversion'), question }),
  uploads: fc.record({ ...by, does: does('uploads'), question }),
  polls: fc.record({ ...by, does: does('polls'), question }),
  deletes: fc.record({ ...by, does: does('deletes'), question }),
  'keeps the former file': fc.record({ ...by, does: does('keeps the former file'), question }),
  'lists documents': fc.record({ ...by, does: does('lists documents') }),
  'asks for the PDF': fc.record({ ...by, does: does('asks for the PDF') }),
  'deletes everything': fc.record({ ...by, does: does('deletes everything') }),
  withdraws: fc.record({ ...by, does: does('withdraws') }),
  'is reinstated': fc.record({ who, does: does('is reinstated') }),
  'ticks off a checklist item': fc.record({
    ...{ who, does: does('ticks off a checklist item'), isTakingBack: fc.boolean() },
    checklistItem: fc.constantFrom(...checklist),
    day: fc.constantFrom(...itemDays),
  }),
  'has everything erased': fc.record({ who, does: does('has everything erased') }),
  delivers: fc.record({
    does: does('delivers'),
    whose: fc.constantFrom('the last submission' as const, 'what is pending' as const),
  }),
  'ends erasures': fc.record({ does: does('ends erasures') }),
  event: fc.record({ does: does('event'), which: fc.nat(3) }),
  work: fc.record({ does: does('work') }),
  'all work': fc.record({ does: does('all work') }),
  'time passes': fc.record({ does: does('time passes'), minutes: fc.constantFrom(1, 2, 16, 31, 721) }),
};

/** Frequency of each action. An unnamed action never happens. */
export type Weights = Readonly<Partial<Record<Action['does'], number>>>;

const fault: fc.Arbitrary<Fault> = fc.record({
  call: fc.nat(40),
  is: fc.constantFrom(...faultKinds),
  times: fc.constantFrom(1, 1, 1, 2, 5),
});

/** The longest history. More moments find no more in the time that the tests have. */
const maxMoments = 8;

export function historyOf(begins: History['begins'], weights: Weights): fc.Arbitrary<History> {
  const action = fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({
      weight,
      arbitrary: actions[name as Action['does']],
    })),
  );
  const moment = fc.array(action, { minLength: 1, maxLength: 3 });
  return fc.record({
    begins: fc.constant(begins),
    moments: fc.array(moment, { minLength: 1, maxLength: maxMoments, size: 'max' }),
    faults: fc.array(fault, { maxLength: 4, size: 'max' }),
    order: fc.array(fc.nat(5), { maxLength: 40, size: 'max' }),
  });
}
