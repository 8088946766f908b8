import {
  submittedAfterAsking,
  submittedMeanwhile,
  throttledRevocation,
  unlistedSession,
} from './support/found-cases.ts';
import { withHistorian } from './support/keep.ts';

const { keep } = withHistorian('test/faults/retention.test.ts');

const erasing = {
  'has everything erased': 3,
  'deletes everything': 3,
  'ends erasures': 4,
  saves: 4,
  reads: 2,
  'time passes': 2,
  'logs in': 1,
};

keep('erased', {
  begins: 'with one answer each',
  weights: { ...erasing, uploads: 3, work: 3, 'asks for the PDF': 1, 'ticks off a checklist item': 1 },
  found: [submittedMeanwhile, unlistedSession, submittedAfterAsking, throttledRevocation],
});
