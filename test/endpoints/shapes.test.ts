import { is } from 'valibot';
import { describe, expect, it } from 'vitest';
import { progress } from '../../shared/api/document-replies.ts';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { person } from '../support/person.ts';

const cloud = withCloud();

describe('account form', () => {
  const username = newAddress();
  it.each<[name: string, path: string, members: Record<string, string>]>([
    ['log-in [EN-10]', '/public/login', { username, password: goodPassword }],
    ['sign-up [EN-11]', '/public/signup', { username, password: goodPassword }],
    ['confirm [EN-12]', '/public/confirm', { username, code: '123456' }],
    [
      'reset [EN-13]',
      '/public/reset-password',
      { username, password: goodPassword, confirm_password: goodPassword, id: '123456' },
    ],
  ])('of %s has exactly these members', async (_name, path, members) => {
    const post = (body: object) => new ApiClient(cloud()).call('POST', path, body);
    expect(await post({ ...members, nickname: 'Ada' })).toMatchObject({
      status: 400,
      body: { message: 'Unknown member: nickname.' },
    });
    for (const member of Object.keys(members)) {
      const { [member]: _left, ...rest } = members;
      const response = await post(rest);
      expect([member, response.status]).toEqual([member, 400]);
      expect(response.body.message).toContain(member);
    }
  });
});

describe('status of documents', () => {
  it('is a status and a URL for the application PDF [EN-17]', async () => {
    const client = await person(cloud());
    await client.save({ first_name: 'Ada' });
    const { body } = await client.get('/api/pdf');
    expect(Object.keys(body).sort()).toEqual(['status', 'url']);
  });

  it('is a status, a message and an error for a conversion [EN-18]', async () => {
    const { body } = await (await person(cloud())).get('/api/pdf/document-answer/transcript_document');
    expect(body).toEqual({ status: 'NOT_ANSWERED', message: '', error: '' });
  });

  it('has exactly five values [EN-23]', () => {
    const statuses = ['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED'];
    for (const status of statuses) expect(is(progress, status)).toBe(true);
    expect(progress.options).toHaveLength(statuses.length);
    expect(is(progress, 'DONE')).toBe(false);
  });
});
