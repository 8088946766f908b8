import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lateSave, throttledLogIn } from './support/found-cases.ts';
import { historyOf } from './support/history.ts';
import { withHistorian } from './support/keep.ts';

const { keep, run, historian } = withHistorian('test/faults/answers.test.ts');

const editing = { saves: 8, 'chooses a tab': 2, 'sets a count': 2, reads: 2, 'visits a page': 1 };

keep('notLost', {
  weights: { ...editing, 'moves the status': 1, 'time passes': 1, 'logs out': 1 },
  found: [lateSave],
});
keep('notInvented', { weights: { ...editing, saves: 12, reads: 4 } });
keep('ownWrites', { weights: { ...editing, 'saves and reads': 10 } });
keep('countsWhole', { weights: { ...editing, 'sets a count': 10, reads: 4 } });
keep('statusOrder', { weights: { saves: 2, reads: 4, 'moves the status': 10, submits: 1 } });
keep('apart', { weights: { ...editing, uploads: 2, 'all work': 1, 'logs out': 2, 'asks for the PDF': 1 } });
keep('failuresTold', {
  weights: { ...editing, 'logs in': 3, uploads: 2, deletes: 1, submits: 1, 'moves the status': 1 },
  found: [throttledLogIn],
});
keep('logInsCounted', {
  weights: { 'logs in': 8, 'closes the browser': 3, 'logs out': 2, reads: 6, saves: 1 },
});
keep('backAfterLogOut', {
  weights: { ...editing, 'logs out': 5, 'closes the browser': 4, 'time passes': 5, 'logs in': 2 },
});

it('a history takes the same course each time', async () => {
  const histories = historyOf('with empty applications', { ...editing, 'logs out': 2, uploads: 2, work: 2 });
  for (const history of fc.sample(histories, { numRuns: 30, seed: 1 })) {
    await run(history);
    const first = [...(historian()?.trace ?? [])];
    await run(history);
    expect(historian()?.trace).toEqual(first);
  }
});
