import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers, everyBlock } from '../support/form.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';

const cloud = withCloud();

async function openEveryBlock(client: ApiClient): Promise<void> {
  for (const [button_id, num_components] of Object.entries(everyBlock))
    await client.call('PUT', '/api/add-another', { button_id, num_components });
}

describe('an application with every block open', () => {
  let client: ApiClient;
  beforeAll(async () => {
    client = await seededApplicant(cloud());
    await openEveryBlock(client);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
  });

  const errorsWith = async (answer: Record<string, string | boolean>) => {
    await client.call('PUT', '/api/answer', { answer });
    const { status, body } = await client.call('POST', '/api/submit');
    const before = Object.fromEntries(Object.keys(answer).map((key) => [key, completeAnswers[key] ?? '']));
    await client.call('PUT', '/api/answer', { answer: before });
    return [status, body.errors];
  };

  it('keeps every key of every page [FO-17] [FO-22] [FO-29] [FO-30] [FO-37] [FO-38]', async () => {
    const { body } = await client.call('GET', '/api/profile');
    expect(body.answer).toEqual(completeAnswers);
    expect(Object.keys(completeAnswers).length).toBeGreaterThan(270);
  });

  it('is rejected with the messages of its repeated blocks [VL-27] [VL-31] [VL-43]', async () => {
    expect(
      await errorsWith({
        parent_2_phone: '(123) 456-7890',
        legacy_3_relationship: '',
        senior_course_10_semester: '',
        felony_comment: '',
      }),
    ).toEqual([
      422,
      {
        parent_2_phone: ['Parent 2/Guardian 2: Please enter a valid phone number.'],
        legacy_3_relationship: ['Alumna/us 3: What is the relationship of this alumna/us to you?'],
        senior_course_10_semester: ['Course 10: Please complete both the name and the semester.'],
        felony_comment: ['Please provide a detailed explanation.'],
      },
    ]);
  });

  it('is sent to another form when a student visa is needed [VL-25]', async () => {
    expect(await errorsWith({ citizenship_type: '3' })).toEqual([
      422,
      { ntl_apply_alert: ['Please apply with the International Undergraduate Application.'] },
    ]);
  });

  it('reports that a stored code is no longer offered', async () => {
    expect(await errorsWith({ applied_major: '99.9999', college_5_country: 'XXX' })).toEqual([
      422,
      {
        applied_major: ['This choice is no longer offered. Please choose again.'],
        college_5_country: ['This choice is no longer offered. Please choose again.'],
      },
    ]);
  });

  it.each([
    [
      'a file without its conversion',
      { transcript_document: 'mine.pdf' },
      'transcript_document must be ANSWERED or empty.',
    ],
    ['text for one race of several', { race_asian: 'yes' }, 'race_asian must be true, false or empty.'],
    [
      'more than the partner takes',
      { felony_comment: 'x'.repeat(7001) },
      'felony_comment is longer than 7000 characters.',
    ],
  ])('rejects %s', async (_name, answer, message) => {
    expect(await client.call('PUT', '/api/answer', { answer })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('ignores unknown keys, and the notice that takes no answer [FO-12]', async () => {
    const answer = { ntl_apply_alert: 'x', college_6_name: 'Sixth', parent_2_communication_preference: 'E' };
    const response = await client.call('PUT', '/api/answer', { answer });
    expect(response).toMatchObject({ status: 200, body: { ignored: Object.keys(answer) } });
  });

  it('is submitted when everything is right', async () => {
    expect(await client.call('POST', '/api/submit')).toMatchObject({ status: 200 });
  });
});
