import { describe, expect, it, vi } from 'vitest';
import { dataModel } from '../../shared/form/index.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { labelsOf } from '../support/applications.ts';
import { completeAnswers } from '../support/form.ts';
import { desertSky } from '../support/second-partner.ts';
import { day, hour, minute, startSmallStore } from '../support/small-store.ts';

// A partner whose deadlines are near, and a clock that the test sets.

const near = vi.hoisted(() => ({ partner: undefined as PartnerWithSettings | undefined }));
vi.mock('../../shared/partners/index.ts', async (importOriginal) => {
  const shipped = await importOriginal<typeof import('../../shared/partners/index.ts')>();
  return {
    ...shipped,
    get university() {
      return near.partner ?? shipped.university;
    },
  };
});

const store = await startSmallStore();
const { submit } = await import('../../lambdas/application/submit.ts');
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { pdfContent } = await import('../../lambdas/pdf/pdf-content.ts');

/** A time on the partner's clocks, from now on. */
const inTime = (milliseconds: number) =>
  new Date(store.now() + milliseconds)
    .toLocaleString('sv-SE', { timeZone: desertSky.timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');

/** Two deadlines: in an hour with half an hour of grace, and in two days. */
function setDeadlines() {
  const partner = {
    ...{ ...desertSky, id: `near-${store.sub()}` },
    deadlines: [
      ...[{ id: 'early', label: 'Early decision', at: inTime(hour), graceMinutes: 30, warnDays: [] }],
      ...[{ id: 'regular', label: 'Regular decision', at: inTime(2 * day), graceMinutes: 0, warnDays: [] }],
    ],
  };
  near.partner = partner;
  return partner;
}

const answers = () => {
  const form = applicationOf(desertSky, new Date(store.now()).toISOString());
  const kept = { ...completeAnswers, applied_major: 'GEO', entry_term: '202801' };
  const own = Object.fromEntries(Object.entries(kept).filter(([key]) => dataModel(form).has(key)));
  return { ...own, ...labelsOf(form, own) } as Parameters<typeof saveAnswers>[1];
};

async function ready() {
  const partner = setDeadlines();
  await saveAnswers(store.sub(), answers(), {});
  return partner;
}

const recipient = () => ({ sub: store.sub(), username: store.username(), host: 'apply.example.edu' });
const lateness = async () => (await readApplication(store.sub())).submission?.late;

describe('a submission', () => {
  it('up to the last second of the deadline is not late', async () => {
    await ready();
    store.pass(hour + minute - 1);
    await submit(recipient());
    expect(await lateness()).toBeUndefined();
  });

  it('within the grace is accepted and recorded as late, and staff read by how much', async () => {
    const partner = await ready();
    store.pass(hour + 12 * minute);
    await submit(recipient());
    expect(await lateness()).toEqual({ deadline: 'early', label: 'Early decision', minutes: 12 });
    const { content } = pdfContent(await readApplication(store.sub()), partner, {
      madeAt: new Date(store.now()),
      hides: [],
      checklist: undefined,
    });
    expect(content.facts).toContainEqual({ label: 'Late', text: '12 minutes after Early decision' });
  });

  it('after the grace is for the next deadline, and in time', async () => {
    await ready();
    store.pass(hour + 31 * minute);
    await submit(recipient());
    expect(await lateness()).toBeUndefined();
  });

  it('after the last deadline is refused in plain words, and answers are still saved', async () => {
    await ready();
    store.pass(2 * day + minute);
    await expect(submit(recipient())).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(
        /^The deadline has passed: Regular decision, .+\. You can no longer submit this application\. Your answers are still saved\. Questions\? Write to help@desertsky\.example or call /,
      ),
    });
    await saveAnswers(store.sub(), { city: 'Houghton' }, {});
    expect(await readApplication(store.sub())).toMatchObject({
      ...{ submission: undefined, answers: { city: 'Houghton' } },
    });
  });
});
