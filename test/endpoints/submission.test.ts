import { describe, expect, it } from 'vitest';
import { isConfirmationNumber } from '../../shared/rules/confirmation.ts';
import type { Method } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { person } from '../support/person.ts';

const cloud = withCloud();

describe('submitting', () => {
  it('rejects an incomplete application with the messages that the page shows', async () => {
    const client = await person(cloud());
    await client.save({ ...completeAnswers, first_name: '', zip: '1' });
    expect(await client.post('/api/submit')).toMatchObject({
      status: 422,
      body: {
        message: "We're missing some information!",
        errors: {
          first_name: ['First Name'],
          zip: ['ZIP/Postal Code must be at least 5 characters.'],
        },
      },
    });
  });

  it('gives a receipt, and the same one to every repetition, and mails it once [CA-14]', async () => {
    const client = await person(cloud());
    await client.save(completeAnswers);
    const together = await Promise.all(Array.from({ length: 8 }, () => client.post('/api/submit')));
    const { confirmation } = together[0]?.body ?? {};
    for (const reply of [...together, await client.post('/api/submit')])
      expect(reply).toMatchObject({
        status: 200,
        body: { message: 'Your application was successfully submitted.', confirmation },
      });
    expect(isConfirmationNumber(String(confirmation))).toBe(true);
    const { body } = await client.get('/api/profile');
    expect(body).toMatchObject({
      receipt: { confirmation },
      web_status: [{ web_status: 'started' }, { web_status: 'validating' }, { web_status: 'submitted' }],
    });
    expect((await client.post('/api/web-status', { web_status: 'submitted' })).status).toBe(200);
    const mails = client.mails('received your application');
    expect(mails).toHaveLength(1);
    const { subject, text } = mails[0] ?? expect.unreachable();
    expect(subject).toBe('Northern Lakes University: we received your application');
    expect(text).toContain(`Confirmation number: ${confirmation}`);
    expect(text).toMatch(/Submitted: \w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T \(.+ UTC\)/);
    expect(text).toContain(`${cloud().url}/completion`);
    // Mails never contain answers.
    expect(text).not.toContain(completeAnswers.last_name);
  });

  it('freezes the application without hidden answers', async () => {
    const client = await person(cloud());
    const hidden = { citizenship_type: '1', citizenship: 'SWE', alien_registration_number: 'A1' };
    await client.submit(hidden);
    const before = (await client.get('/api/profile')).body;
    const { first_name } = completeAnswers;
    expect(before.answer).toMatchObject({
      ...{ first_name, ...hidden, citizenship: '', alien_registration_number: '' },
    });
    const changes: readonly [Method, string, unknown][] = [
      ['PUT', '/api/answer', { answer: { first_name: 'Eve' } }],
      // A page that knows the newest revision: nothing is read before this is written.
      ['PUT', '/api/answer', { answer: { first_name: 'Eve' }, revision: before.revision }],
      ['PUT', '/api/add-another', { button_id: 'college', num_components: 2 }],
      ['PUT', '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'list' }],
      ['POST', '/api/validations', { first_name: ['First Name'] }],
      ['POST', '/api/presigned-url', { answer_key: 'transcript_document' }],
      ['DELETE', '/api/document-answer/transcript_document', undefined],
    ];
    for (const [method, path, body] of changes)
      expect(await client.call(method, path, body), path).toMatchObject({
        status: 409,
        body: { message: "You've already submitted your application, so you can no longer change it." },
      });
    expect((await client.get('/api/profile')).body).toEqual(before);
  });
});
