import { expect, test } from 'vitest';
import type { Answers } from '../../../shared/form/index.ts';
import { factsOf } from '../../../shared/questions/facts.ts';
import { completeAnswers } from '../../support/form.ts';

const draft = { username: '', timeZone: 'America/Detroit' };

/** The facts of a draft by their labels. */
const facts = (answers: Answers) =>
  Object.fromEntries(factsOf(answers, draft).map(({ label, text }) => [label, text]));

test('facts: a complete application has its school, grades, scores, residency and citizenship', () => {
  expect(facts(completeAnswers)).toEqual({
    Name: 'Ada Maria Lindgren III',
    Status: 'Draft, not submitted',
    'Date of birth': 'March 14, 2009',
    Term: 'Fall 2027',
    Major: 'Forestry',
    'High school': 'Copper Country High School, Calumet, Michigan',
    GPA: '18.75 of 20 point scale',
    SAT: 'EBRW 640, Math 710',
    ACT: '29 (English 27, Reading 31, Science 26, Math 33)',
    Residency: 'In-state',
    Citizenship: 'U.S. permanent resident (green card), Sweden',
  });
});

test('facts: an application without answers has its status only', () => {
  expect(facts({})).toEqual({ Status: 'Draft, not submitted' });
});

test.each([
  ['High school', { hs_name: 'Elm School' }, 'Elm School'],
  [
    'High school',
    { hs_name: 'Ekskolan', hs_city: 'Lund', hs_country_desc: 'Sweden' },
    'Ekskolan, Lund, Sweden',
  ],
  ['High school', { hs_city: 'Lund' }, undefined],
  ['GPA', { hs_gpa: '3.85', gpa_scale: '4', gpa_scale_desc: '4.0' }, '3.85 of 4.0'],
  ['GPA', { hs_gpa: '3.85' }, '3.85'],
  ['GPA', { gpa_scale: '4', gpa_scale_desc: '4.0' }, undefined],
  ['SAT', { sat_score_math: '700' }, 'Math 700'],
  ['ACT', { act_score_composite: '29' }, '29'],
  ['ACT', { act_score_english: '27' }, 'English 27'],
  ['Tests', { test_optional: 'Y' }, 'Review without test scores'],
  ['Residency', { michigan_residence: 'N', residence_state_desc: 'Ohio' }, 'Out-of-state, Ohio'],
  ['Residency', { michigan_residence: 'N' }, 'Out-of-state'],
  [
    'Citizenship',
    { citizenship_type_desc: 'U.S. citizen or U.S. national' },
    'U.S. citizen or U.S. national',
  ],
] as const)('facts: %s for %j is %j', (label, answers, text) => {
  expect(facts(answers)[label]).toBe(text);
});

test.each([
  [
    { transcript: '2026-11-20' },
    ['test-scores', 'fafsa'],
    'transcript (November 20, 2026)',
    'test scores, FAFSA',
  ],
  [{}, ['transcript'], undefined, 'transcript'],
  [{ transcript: '2026-11-20' }, [], 'transcript (November 20, 2026)', 'Nothing'],
] as const)('facts: received items %j and missing ones %j', (received, missing, receivedText, neededText) => {
  const checklist = { received, missing, on: '2026-11-21' };
  const found = factsOf({}, { ...draft, checklist });
  const textOf = (label: string) => found.find((fact) => fact.label === label)?.text;
  expect(textOf('Received')).toBe(receivedText);
  expect(textOf('Still needed on November 21, 2026')).toBe(neededText);
});
