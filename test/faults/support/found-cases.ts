import type { History } from './history.ts';

// Histories that once broke a promise, as fast-check shrank them.

/** A tab's earlier save arrived after its later one, and another tab had saved in between. */
export const lateSave: History = {
  begins: 'with empty applications',
  moments: [
    [
      { who: 'ada', tab: 1, does: 'saves', keys: ['activity_position'] },
      { who: 'ada', tab: 0, does: 'saves', keys: ['preferred_name'] },
      { who: 'ada', tab: 0, does: 'saves', keys: ['preferred_name'] },
    ],
  ],
  faults: [],
  order: [2, 4, 1],
};

/** DynamoDB had no capacity for the transaction of a log-in, which was answered as an unexpected error. */
export const throttledLogIn: History = {
  begins: 'with empty applications',
  moments: [[{ who: 'ada', tab: 0, does: 'logs in' }]],
  faults: [{ call: 7, is: 'no capacity', times: 1 }],
  order: [],
};
