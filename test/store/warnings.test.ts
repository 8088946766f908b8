import { describe, expect, it } from 'vitest';
import { startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { claimWarning, giveBackWarning, readProgress, saveProgress, saveReminders } = await import(
  '../../lambdas/application/deadline-mails.ts'
);
const { readApplication } = await import('../../lambdas/table/application.ts');

const claim = (days: number) => claimWarning(store.sub(), { deadline: 'fall', days });

describe('a mail before a deadline', () => {
  it('is claimed once, and so is one that is nearer to it', async () => {
    expect([await claim(7), await claim(7), await claim(8), await claim(1)]).toEqual([
      ...[true, false, false, true],
    ]);
  });

  it('is one of two at most', async () => {
    expect([await claim(14), await claim(7), await claim(1)]).toEqual([true, true, false]);
  });

  it('that was not sent is given back, and then claimed again', async () => {
    await claim(7);
    await giveBackWarning(store.sub(), { deadline: 'fall', days: 7 });
    expect([await claim(7), await claim(7), await claim(1), await claim(0)]).toEqual([
      ...[true, false, true, false],
    ]);
  });

  it('is sent to applicants who did not turn them off', async () => {
    const wants = async () => (await readApplication(store.sub())).wantsReminders;
    expect(await wants()).toBe(true);
    await saveReminders(store.sub(), false);
    expect(await wants()).toBe(false);
    await saveReminders(store.sub(), true);
    expect(await wants()).toBe(true);
  });

  it('goes on where it was, for each deadline and number of days', async () => {
    const warning = { deadline: store.sub(), days: 7 };
    expect(await readProgress(warning)).toEqual({});
    await saveProgress(warning, { after: 'somewhere' });
    expect(await readProgress(warning)).toEqual({ after: 'somewhere' });
    expect(await readProgress({ ...warning, days: 1 })).toEqual({});
    await saveProgress(warning, { isDone: true });
    expect(await readProgress(warning)).toEqual({ isDone: true });
  });
});
