import { tickedWhileSubmitting } from './support/found-cases.ts';
import { withHistorian } from './support/keep.ts';

const { keep } = withHistorian('test/faults/submission.test.ts');

const begins = 'with complete applications';
const submitting = {
  submits: 5,
  saves: 4,
  reads: 2,
  'moves the status': 2,
  'sets a count': 1,
  'chooses a tab': 1,
};

keep('submittedOnce', { begins, weights: submitting });
keep('listed', { begins, weights: submitting, found: [tickedWhileSubmitting] });
keep('neverChanged', {
  begins,
  weights: { ...submitting, uploads: 3, work: 2, 'all work': 1, deletes: 2, event: 1, 'time passes': 2 },
});
keep('arrivesOnce', {
  begins,
  weights: {
    ...{ submits: 6, delivers: 8, saves: 2, uploads: 1, 'all work': 1, reads: 1, 'time passes': 2 },
    ...{ withdraws: 3, 'is reinstated': 2, 'ticks off a checklist item': 1 },
    ...{ 'has everything erased': 1, 'deletes everything': 1, 'ends erasures': 2 },
  },
});
keep('withdrawn', {
  begins,
  weights: {
    ...{ submits: 6, reads: 4, withdraws: 5, 'is reinstated': 3, 'ticks off a checklist item': 3 },
    ...{ 'has everything erased': 1, 'time passes': 1 },
  },
});
keep('checklistShown', {
  weights: { 'ticks off a checklist item': 10, reads: 6, saves: 2, 'logs out': 1, 'time passes': 1 },
});
keep('staysDeleted', {
  begins,
  weights: {
    ...{ submits: 6, uploads: 8, 'all work': 3, work: 3, deletes: 2, 'keeps the former file': 1, event: 1 },
    ...{ 'ticks off a checklist item': 3, withdraws: 1, reads: 2, 'time passes': 2 },
  },
});
