import { expect, it } from 'vitest';
import { validate } from '../../../shared/form/index.ts';
import { errorLinks } from '../../../web/form/error-links.ts';
import { partnerForm } from '../../../web/form-state/partner-form.ts';
import { isBareLabel } from '../../../web/ui/error-messages.tsx';
import { completeAnswers } from '../../support/form.ts';

it('each link to an error has the specified words and, where they do not name it, the question that the page shows [VS-07]', () => {
  const answers = {
    ...completeAnswers,
    citizenship_type: '',
    residence_duration: '',
    felony: 'Y',
    felony_comment: '',
    conviction: 'Y',
    conviction_comment: '',
  };
  const today = new Date().toISOString().slice(0, 10);
  const links = errorLinks(validate(partnerForm(), { answers }, { today }));
  expect(links.map(({ page, message, detail }) => [page, message, detail])).toEqual([
    ['/about', 'Citizen Type', 'What is your citizenship?'],
    ['/about', 'Must be a numeric value', 'How many years have you lived in Michigan?'],
    ['/final-steps', 'Please provide a detailed explanation of the felony.', ''],
    ['/final-steps', 'Please provide a detailed explanation of the conviction.', ''],
  ]);
});

it.each([
  ['Citizen Type', { label: 'What is your citizenship?', required: 'Citizen Type' }, true],
  ['Alumna/us 2: What is the relationship?', { label: 'What is the relationship?' }, true],
  ['Please explain.', { label: 'Explanation', required: 'Please explain.' }, false],
  ['SAT Math: The score must be between 200 and 800.', { label: 'SAT Math' }, false],
])("the message '%s' may be only a label, which needs a lead", (message, question, expected) => {
  expect(isBareLabel(message, question)).toBe(expected);
});
