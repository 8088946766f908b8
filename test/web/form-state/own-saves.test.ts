import { expect, it } from 'vitest';
import { conflictsFromElsewhere, rememberSent, sentValues } from '../../../web/form-state/own-saves.ts';

it('a tab remembers the last five values that it sent for an answer, in the order of their saves', () => {
  for (const value of ['a', 'b', 'c', 'd', 'e', 'f', 'b', 'g']) rememberSent([['essay', value]]);
  expect(sentValues()).toEqual({ essay: ['d', 'e', 'f', 'b', 'g'] });
  expect(conflictsFromElsewhere({ essay: 'b' })).toEqual({});
  expect(conflictsFromElsewhere({ essay: 'a' })).toEqual({ essay: 'a' });
});
