import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageOf } from '../../../lambdas/delivery/package.ts';
import { applicantId } from '../../../lambdas/runtime/ids.ts';
import type { FormState } from '../../../shared/form/index.ts';
import { packageJsonSchema } from '../../../shared/package/json-schema.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { validApplication } from '../../support/applications.ts';
import { application, partner, today } from '../../support/form.ts';
import { desertSky } from '../../support/second-partner.ts';
import { submissionOf } from '../../support/submission.ts';

const who = { sub: applicantId.parse('1-applicant'), username: 'ada@example.edu' };
const checklist = { received: { transcript: '2026-11-18' }, missing: ['test-scores'] };
const packaged = (form: typeof application, state: FormState) =>
  JSON.parse(JSON.stringify(packageOf(form, submissionOf(state), { ...who, checklist })));

/** Another implementation of JSON Schema than any that the product has. */
const validatorOf = (schema: object) =>
  new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema);

describe('the JSON Schema of application.json', () => {
  it.each([
    ['Northern Lakes', partner],
    ['another university', desertSky],
  ])('accepts every valid application to %s', (_, university) => {
    const form = applicationOf(university, today);
    const validate = validatorOf(packageJsonSchema(form, university.name));
    fc.assert(
      fc.property(validApplication(form, today), (state) => {
        validate(packaged(form, state));
        expect(validate.errors).toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  const validate = validatorOf(packageJsonSchema(application, partner.name));
  const answers = { first_name: 'Ada', gender: 'F', gender_desc: 'Female', birth_date: '2009-03-14' };
  it.each<[string, (content: Record<string, Record<string, unknown>>) => void]>([
    [
      'a code that is no option',
      ({ answers: given = {} }) => Object.assign(given, { gender: { value: 'X?', label: 'X' } }),
    ],
    [
      'a choice without its label',
      ({ answers: given = {} }) => Object.assign(given, { gender: { value: 'F' } }),
    ],
    [
      'an answer that is too long',
      ({ answers: given = {} }) => Object.assign(given, { first_name: { value: 'a'.repeat(46) } }),
    ],
    ['another format', (content) => Object.assign(content, { format: 1 })],
    ['no confirmation number', (content) => delete content.confirmation],
    ['a delay without its deadline', (content) => Object.assign(content, { late: { minutes: 12 } })],
  ])('rejects %s', (_, spoil) => {
    const content = packaged(application, { answers });
    expect(validate(content)).toBe(true);
    spoil(content);
    expect(validate(content)).toBe(false);
  });
});
