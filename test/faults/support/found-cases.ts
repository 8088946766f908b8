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

/** A converter died after it had written the PDF, and deleting the document left that PDF behind. */
export const leftByConverter: History = {
  begins: 'with empty applications',
  moments: [
    [{ who: 'ada', tab: 0, does: 'uploads', question: 'transcript_document' }],
    [{ does: 'all work' }],
    [{ who: 'ada', tab: 0, does: 'deletes', question: 'transcript_document' }],
  ],
  faults: [{ call: 13, is: 'dies after', times: 1 }],
  order: [],
};

/** A document was deleted while it was being converted, and whatever recorded the outcome died. */
export const leftByRecording: History = {
  begins: 'with empty applications',
  moments: [
    [{ who: 'ada', tab: 0, does: 'uploads', question: 'transcript_document' }],
    [{ does: 'all work' }, { who: 'ada', tab: 0, does: 'deletes', question: 'transcript_document' }],
  ],
  faults: [{ call: 23, is: 'dies before', times: 5 }],
  order: [],
};
