import { expect, it } from 'vitest';
import { dataModel, validate } from '../../shared/form/index.ts';
import { validationReportLimits } from '../../shared/rules/limits.ts';
import { withCloud } from '../support/cloud.ts';
import { application, everyBlock, today } from '../support/form.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';

const cloud = withCloud();

const messages = (count: number) => Array.from({ length: count }, () => 'x'.repeat(300));
const report = (keys: number, messagesEach: number) => ({
  validations: Object.fromEntries(
    Array.from({ length: keys }, (_, index) => [`key_${index}`, messages(messagesEach)]),
  ),
});

it('a report has room for the errors of every question, and for little more [CA-13]', async () => {
  const keys = [...dataModel(application).keys()];
  for (const answer of ['', '☃']) {
    const answers = Object.fromEntries(keys.map((key) => [key, answer]));
    const errors = validate(application, { answers, counts: everyBlock }, { today });
    expect(Object.keys(errors).length).toBeGreaterThan(10);
    expect(JSON.stringify(errors).length).toBeLessThan(validationReportLimits.characters);
  }
  const all = Object.fromEntries(
    keys.map((key) => [key, ['A message of sixty characters, which is longer than a label.']]),
  );
  expect(keys.length).toBeLessThan(validationReportLimits.keys);
  expect(JSON.stringify(all).length).toBeLessThan(validationReportLimits.characters);
  const client = await seededApplicant(cloud());
  expect((await client.call('POST', '/api/validations', { validations: all })).status).toBe(200);
  for (const body of [report(301, 1), report(20, 10), report(40, 20), report(40, 20).validations])
    expect(await client.call('POST', '/api/validations', body)).toMatchObject({
      status: 400,
      body: { message: 'validations: more than the form has.' },
    });
});
