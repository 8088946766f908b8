import { expect, it } from 'vitest';
import { validate } from '../../../shared/form/index.ts';
import { northernLakes } from '../../../shared/partners/northern-lakes.ts';
import { configureForPrerender } from '../../../web/api-client/site-config.ts';
import { errorLinks } from '../../../web/form/error-links.ts';
import { partnerForm } from '../../../web/form-state/partner-form.ts';
import { completeAnswers } from '../../support/form.ts';

it('each link to an error has the specified words and, where they do not name it, the question that the page shows [VS-07]', () => {
  configureForPrerender('northern-lakes');
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
    ['/final-steps', 'Please provide a detailed explanation.', northernLakes.legal.felony],
    ['/final-steps', 'Please provide a detailed explanation.', northernLakes.legal.conviction],
  ]);
});
