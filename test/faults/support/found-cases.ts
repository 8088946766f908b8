import type { History } from './history.ts';

// Histories that once broke a promise, as fast-check shrank them.

/** A tab's earlier save arrived after its later one, and another tab had saved in between. */
export const lateSave: History = {
  begins: 'with empty applications',
  moments: [
    [
      { who: 'ada', tab: 1, does: 'saves', keys: ['counselor_first_name'] },
      { who: 'ada', tab: 0, does: 'saves', keys: ['preferred_name'] },
      { who: 'ada', tab: 0, does: 'saves', keys: ['preferred_name'] },
    ],
  ],
  faults: [],
  order: [2, 4, 1],
};

/** DynamoDB had no capacity for the transaction of a log-in. The response was an unexpected error. */
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

/** A document was deleted during its conversion, and every function that recorded the outcome died. */
export const leftByRecording: History = {
  begins: 'with empty applications',
  moments: [
    [{ who: 'ada', tab: 0, does: 'uploads', question: 'transcript_document' }],
    [{ does: 'all work' }, { who: 'ada', tab: 0, does: 'deletes', question: 'transcript_document' }],
  ],
  faults: [{ call: 23, is: 'dies before', times: 5 }],
  order: [],
};

/**
 * The function that had recorded a converted document died, and before its repetition the applicant began to
 * replace the document. The repetition deleted the document's PDF, which was still attached.
 */
export const replacedBeforeRepetition: History = {
  begins: 'with empty applications',
  moments: [
    [
      { does: 'time passes', minutes: 2 },
      { who: 'ada', tab: 0, does: 'uploads', question: 'felony_document' },
    ],
    [
      { who: 'ada', tab: 0, does: 'uploads', question: 'transcript_document' },
      { who: 'ada', tab: 1, does: 'polls', question: 'transcript_document' },
      { does: 'event', which: 0 },
    ],
    [{ does: 'all work' }, { who: 'ada', tab: 0, does: 'begins an upload', question: 'felony_document' }],
    [{ does: 'work' }],
  ],
  faults: [
    { call: 18, is: 'no capacity', times: 2 },
    { call: 0, is: 'throttled', times: 2 },
    { call: 36, is: 'dies before', times: 1 },
  ],
  order: [4, 0, 4, 5, 0, 0, 3, 3, 1, 1, 1, 3],
};

/** The office erased an application during its submission. The package and the entry in a list were left. */
export const submittedMeanwhile: History = {
  begins: 'with complete applications',
  moments: [
    [
      { who: 'ada', tab: 0, does: 'submits' },
      { who: 'ada', does: 'has everything erased' },
    ],
    [{ who: 'ada', tab: 0, does: 'submits' }],
  ],
  faults: [],
  order: [3],
};

/** A log-in died while it ended the previous session. The session stayed, but no list contained it. */
export const unlistedSession: History = {
  begins: 'with one answer each',
  moments: [[{ who: 'ada', tab: 0, does: 'logs in' }], [{ who: 'ada', does: 'has everything erased' }]],
  faults: [
    { call: 10, is: 'throttled', times: 1 },
    { call: 12, is: 'dies before', times: 1 },
  ],
  order: [],
};

/**
 * An applicant's deletion request got no response, and another tab then submitted. Without its condition, the
 * start of the erasure would erase the submitted application.
 */
export const submittedAfterAsking: History = {
  begins: 'with complete applications',
  moments: [
    [{ who: 'ada', tab: 0, does: 'deletes everything' }],
    [
      { who: 'ada', tab: 0, does: 'submits' },
      { who: 'ada', tab: 0, does: 'deletes everything' },
    ],
    [{ does: 'ends erasures' }],
  ],
  faults: [{ call: 9, is: 'dies before', times: 1 }],
  order: [],
};

/** DynamoDB throttled the revocation of sessions after a deletion request longer than the SDK retries. */
export const throttledRevocation: History = {
  begins: 'with one answer each',
  moments: [
    [
      { who: 'ada', tab: 0, does: 'saves', keys: ['middle_name'] },
      { does: 'ends erasures' },
      { who: 'ada', tab: 0, does: 'deletes everything' },
    ],
    [{ who: 'ada', tab: 1, does: 'deletes everything' }],
  ],
  faults: [{ call: 31, is: 'throttled', times: 5 }],
  order: [],
};

/** A checklist item was ticked off during a submission, whose row of the console's list omitted it. */
export const tickedWhileSubmitting: History = {
  begins: 'with complete applications',
  moments: [
    [
      { who: 'ada', tab: 0, does: 'submits' },
      {
        ...{ who: 'ada', does: 'ticks off a checklist item', isTakingBack: false },
        ...{ checklistItem: 'transcript', day: '2026-11-02' },
      },
    ],
  ],
  faults: [],
  order: [0, 0, 1],
};
