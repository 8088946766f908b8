import { leftByConverter, leftByRecording, replacedBeforeRepetition } from './support/found-cases.ts';
import { withHistorian } from './support/keep.ts';

const { keep } = withHistorian('test/faults/documents.test.ts');

const uploading = {
  uploads: 6,
  'begins an upload': 2,
  'sends the file': 2,
  'asks for its conversion': 2,
  polls: 2,
  'lists documents': 1,
  event: 2,
  work: 4,
  'all work': 2,
} as const;

keep('conversionEnds', { weights: { ...uploading, deletes: 1, 'time passes': 2 } });
keep('staysDeleted', {
  begins: 'with one answer each',
  weights: {
    uploads: 6,
    deletes: 5,
    'all work': 8,
    work: 3,
    'asks for the PDF': 6,
    event: 1,
    'keeps the former file': 1,
  },
  found: [leftByConverter, leftByRecording],
});
keep('completedExists', {
  found: [replacedBeforeRepetition],
  weights: { ...uploading, 'keeps the former file': 2, deletes: 1, reads: 1, saves: 1 },
});
keep('eventsRepeat', { weights: { ...uploading, event: 8, deletes: 2, reads: 1 } });
