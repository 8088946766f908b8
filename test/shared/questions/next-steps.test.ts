import { describe, expect, it } from 'vitest';
import { university as northernLakes } from '../../../shared/partners/index.ts';
import { isComplete, nextStepsOf } from '../../../shared/partners/next-steps.ts';
import { desertSky } from '../../support/second-partner.ts';

const statuses = (...args: Parameters<typeof nextStepsOf>) =>
  Object.fromEntries(nextStepsOf(...args).map(({ title, status }) => [title, status]));

describe('the steps after submission', () => {
  it('say which checklist items arrived and which are still needed', () => {
    expect(statuses(northernLakes, {}, { transcript: '2027-03-03' })).toEqual({
      'Send your official transcript': 'Received on March 3, 2027',
      'Send your test scores': 'Still needed',
      'Apply for financial aid': undefined,
      'Watch your email': undefined,
    });
  });

  it('leave out the scores of applicants who are reviewed without them', () => {
    expect(statuses(northernLakes, { test_optional: 'Y' })).not.toHaveProperty('Send your test scores');
  });

  it("never call aid 'still needed', and tick it off when it arrives", () => {
    expect(statuses(northernLakes, {}, { fafsa: '2027-02-28' })['Apply for financial aid']).toBe(
      'Received on February 28, 2027',
    );
  });

  it('take a copy of each item until it arrives, unless the partner takes none', () => {
    const uploads = (...args: Parameters<typeof nextStepsOf>) =>
      nextStepsOf(...args).map(({ uploadItem }) => uploadItem);
    const none = [undefined, undefined];
    expect(uploads(northernLakes, {})).toEqual(['transcript', 'test-scores', ...none]);
    expect(uploads(northernLakes, {}, { transcript: '2027-03-03' })).toEqual([
      ...[undefined, 'test-scores', ...none],
    ]);
  });

  it('name the day by which the applicant hears the decision', () => {
    const texts = (submittedAt?: string) =>
      nextStepsOf(northernLakes, {}, {}, submittedAt).map(({ text }) => text);
    expect(texts('2026-11-24T15:00:00Z')).toContain("We'll email your decision by December 8, 2026.");
    expect(texts().join(' ')).not.toContain('decision');
  });

  it('are those of a second partner', () => {
    expect(statuses(desertSky, {}, { grades: '2028-01-31', transcript: '2028-01-31' })).toEqual({
      'Send your grades': 'Received on January 31, 2028',
      'Ask for aid': undefined,
    });
  });
});

describe('an application', () => {
  const [transcript, scores] = [{ transcript: '2027-03-03' }, { 'test-scores': '2027-03-04' }];

  it.each([
    ['nothing arrived', {}, {}, false],
    ['a checklist item is missing', {}, transcript, false],
    ['every checklist item arrived', {}, { ...transcript, ...scores }, true],
    ['only what is optional is missing', { test_optional: 'Y' }, transcript, true],
    ['what arrived is not needed', { test_optional: 'Y' }, scores, false],
  ] as const)('when %s', (_, answers, received, expected) => {
    expect(isComplete(northernLakes, answers, received)).toBe(expected);
  });

  it('is never complete where the partner needs no checklist item', () => {
    const nextSteps = northernLakes.nextSteps.map(({ checklistItem: _, ...step }) => step);
    expect(isComplete({ ...northernLakes, nextSteps }, {}, {})).toBe(false);
  });
});
