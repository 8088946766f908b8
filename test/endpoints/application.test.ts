import { describe, expect, it } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { person, samePerson } from '../support/person.ts';

const cloud = withCloud();
const untouched = samePerson(cloud);

describe('answers', () => {
  it('can be read as they were saved [CA-09, CA-11, ST-24]', async () => {
    const client = await person(cloud());
    expect(await client.save(completeAnswers)).toMatchObject({
      status: 200,
      body: { message: 'Your answers have been saved.', ignored: [], conflicts: {} },
    });
    const { body } = await client.get('/api/profile');
    expect(body).toEqual({
      answer: completeAnswers,
      checklist: expect.anything(),
      conflicts: {},
      document_answer: {},
      last_page: '',
      receipt: null,
      revision: 1,
      successful_login: [expect.any(String)],
      username: client.username,
      web_status: [],
    });
  });

  it('of other keys stay as they are, and an emptied answer is empty', async () => {
    const client = await person(cloud());
    await client.save({ first_name: 'Ada', last_name: 'Lindgren' });
    await client.save({ last_name: '' });
    expect((await client.get('/api/profile')).body.answer).toEqual({ first_name: 'Ada', last_name: '' });
  });

  it('changed in two places: the later save wins and gets the older values, and both are kept until the applicant has chosen', async () => {
    const client = await person(cloud());
    const stored = async () => {
      const { answer, conflicts } = (await client.get('/api/profile')).body;
      return { answer, conflicts };
    };
    const choose = (answer: object, ...resolved: readonly string[]) =>
      client.call('PUT', '/api/answer', { answer, resolved });
    const { revision } = (await client.save({ city: 'Houghton', first_name: 'Ada' })).body;
    await client.save({ city: 'Hancock', first_name: 'Augusta', hs_city: 'Calumet' });
    const answer = { city: 'Calumet', first_name: 'Grace' };
    const conflicts = { city: 'Hancock', first_name: 'Augusta' };
    expect((await client.call('PUT', '/api/answer', { answer, revision })).body).toMatchObject({
      ...{ conflicts, changed: { hs_city: 'Calumet' } },
    });
    expect(await stored()).toEqual({ answer: { ...answer, hs_city: 'Calumet' }, conflicts });
    await client.save({ last_name: 'Lindgren' });
    expect((await stored()).conflicts).toEqual(conflicts);
    await choose({ city: 'Hancock' }, 'city');
    expect((await stored()).conflicts).toEqual({ first_name: 'Augusta' });
    await choose({}, 'first_name');
    expect(await stored()).toMatchObject({
      ...{ answer: { city: 'Hancock', first_name: 'Grace' }, conflicts: {} },
    });
  });

  it('of one page are stored in the order in which they were sent', async () => {
    const client = await person(cloud());
    const page = crypto.randomUUID();
    const save = (number: number, answer: object) =>
      client.call('PUT', '/api/answer', { answer, order: { page, number } });
    await save(1, { first_name: 'Ada' });
    const newest = await save(3, { first_name: 'Augusta', city: 'Houghton' });
    const late = await save(2, { city: 'Hough' });
    expect(late).toMatchObject({ status: 200, body: { revision: newest.body.revision, conflicts: {} } });
    expect((await client.get('/api/profile')).body.answer).toEqual({
      first_name: 'Augusta',
      city: 'Houghton',
    });
  });

  it.each([
    ['an answer member', (answers: string) => `{"answer":${answers}}`],
    ['a bare map', (answers: string) => answers],
  ])(
    'to known questions are saved, and to unknown ones ignored and listed, in %s [CA-11]',
    async (_where, bodyOf) => {
      const client = await person(cloud());
      const body = bodyOf('{"first_name":"Ada","no_such":"x","__proto__":"y"}');
      const headers = { 'content-type': 'application/json' };
      expect(await client.send('PUT', '/api/answer', { body, headers })).toMatchObject({
        ...{ status: 200, body: { ignored: ['no_such', '__proto__'] } },
      });
      expect((await client.get('/api/profile')).body.answer).toEqual({ first_name: 'Ada' });
    },
  );

  const answer = { first_name: 'Ada' };
  const bare = 'answer: an object of keys and values is expected.';
  it.each([
    ['an unknown member', { answer, foo: 1 }, 'Unknown member: foo.'],
    ['a revision in words', { answer, revision: '1' }, 'revision: a whole number is expected.'],
    ['half an order', { answer, order: { page: 'x' } }, 'order: a whole number is expected.'],
    ['an order that is none', { answer, order: 3 }, 'order: a page and a number are expected.'],
    ['a list of answers', { answer: [answer] }, bare],
    ['a bare map with a number', { ...answer, city: 7 }, bare],
    ['nothing', null, bare],
  ])('in a body with %s are rejected, and nothing changes [CA-11]', async (_name, body, message) => {
    const client = await untouched();
    expect(await client.call('PUT', '/api/answer', body)).toMatchObject({ status: 400, body: { message } });
    expect((await client.get('/api/profile')).body).toMatchObject({ answer: {}, revision: 0 });
  });

  it('that cannot be stored are refused with the reason, and the others of the save are stored [VL-13]', async () => {
    const client = await person(cloud());
    const { status, body } = await client.save({
      last_name: 'Lindgren',
      first_name: 'x'.repeat(46),
      middle_name: 7,
      optin_sms_ind: 'yes',
      birth_date: '2020-02-31',
      transcript_document: 'mine.pdf',
    });
    expect({ status, refused: body.refused, revision: body.revision }).toEqual({
      status: 200,
      refused: {
        first_name: 'is longer than 45 characters',
        middle_name: 'must be text',
        optin_sms_ind: 'must be true, false or empty',
        birth_date: 'must be a day, written yyyy-mm-dd, or empty',
        transcript_document: 'must be ANSWERED or empty',
      },
      revision: 1,
    });
    expect((await client.get('/api/profile')).body.answer).toEqual({ last_name: 'Lindgren' });
  });

  it('are stored as they are seen: without spaces around them and without invisible characters', async () => {
    const client = await person(cloud());
    await client.save({ first_name: ' Sam\u000b', city: 'Sample\u200btown', felony_comment: 'one\u2028two' });
    expect((await client.get('/api/profile')).body.answer).toEqual({
      ...{ first_name: 'Sam', city: 'Sampletown', felony_comment: 'one\ntwo' },
    });
  });

  it('get the label of the form next to each choice, whatever label was sent [EN-04, EN-05]', async () => {
    const client = await person(cloud());
    const read = async () => (await client.get('/api/profile')).body.answer;
    const { body } = await client.save({
      ...{ gender: 'F', gender_desc: 'Male', country: 'USA', state: 'MI', ethnicity_desc: 'Yes' },
    });
    expect(body.ignored).toEqual(['ethnicity_desc']);
    const labels = { gender_desc: 'Female', country_desc: 'United States', state_desc: 'Michigan' };
    expect(await read()).toEqual({ gender: 'F', country: 'USA', state: 'MI', ...labels });
    await client.save({ state: 'OH', gender: '' });
    expect(await read()).toMatchObject({ state: 'OH', state_desc: 'Ohio', gender: '', gender_desc: '' });
  });

  it('keep the label of a choice that is no longer offered', async () => {
    const client = await person(cloud());
    const former = { applied_major: '99.9999', applied_major_desc: 'Alchemy' };
    await client.save(former);
    expect((await client.get('/api/profile')).body.answer).toEqual(former);
    await client.save({ applied_major: '99.9998' });
    expect((await client.get('/api/profile')).body.answer).toEqual({
      ...{ applied_major: '99.9998', applied_major_desc: '' },
    });
  });

  it('of one applicant are never shown to another [RO-12]', async () => {
    const [one, other] = [await person(cloud()), await untouched()];
    await one.save({ first_name: 'Ada' });
    expect((await other.get('/api/profile')).body.answer).toEqual({});
  });
});

describe('a visit', () => {
  it('advances the status one step at a time, and repeating one changes nothing [EN-24, CA-12]', async () => {
    const client = await person(cloud());
    const advance = async (web_status: string) =>
      (await client.post('/api/web-status', { web_status })).status;
    expect(await advance('validating')).toBe(422);
    for (const status of ['started', 'started', 'validating', 'started'])
      expect(await advance(status)).toBe(200);
    expect(await advance('submitted')).toBe(422);
    expect(await advance('nonsense')).toBe(400);
    expect((await client.get('/api/profile')).body.web_status).toEqual([
      { web_status: 'started' },
      { web_status: 'validating' },
    ]);
  });

  it('stores the last page, the counts and the tabs [CA-10, CA-23, CA-24, CA-25, CA-26]', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/last-page', { last_page: '/education' });
    await client.call('PUT', '/api/add-another', { button_id: 'college', num_components: 3 });
    await client.call('PUT', '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'upload' });
    expect((await client.get('/api/profile')).body.last_page).toBe('/education');
    expect((await client.get('/api/add-another')).body).toEqual({ college: 3 });
    expect((await client.get('/api/tabs')).body).toEqual({ activities_tab: 'upload' });
  });

  it('stores at most as many blocks of each group as the form has, and ten of a group that only a partner knows [AA-03]', async () => {
    const client = await person(cloud());
    const groups = { parent: 2, legacy: 4, college: 5, senior_course: 10, activity: 4, honors: 4 };
    const limits = { ...groups, essays: 10 };
    for (const [button_id, limit] of Object.entries(limits)) {
      const put = (num_components: number) =>
        client.call('PUT', '/api/add-another', { button_id, num_components });
      expect((await put(limit)).status, button_id).toBe(200);
      expect((await put(limit + 1)).status, button_id).toBe(400);
    }
    expect((await client.get('/api/add-another')).body).toEqual(limits);
  });

  it('stores the validation errors that the page reports [CA-13]', async () => {
    const client = await person(cloud());
    for (const body of [{ validations: { first_name: ['First Name'] } }, { first_name: ['First Name'] }, {}])
      expect((await client.post('/api/validations', body)).status).toBe(200);
  });

  it.each([
    ['half a block', '/api/add-another', { button_id: 'college', num_components: 1.5 }],
    [
      'a button named as every object has a member',
      '/api/add-another',
      { button_id: '__proto__', num_components: 2 },
    ],
    ['a page elsewhere', '/api/last-page', { last_page: 'https://elsewhere.example' }],
    ['a page that the form does not have', '/api/last-page', { last_page: '/nope' }],
    ['an unknown member', '/api/last-page', { last_page: '/about', extra: 1 }],
    ['an id with spaces', '/api/tabs', { tab_id: 'a b', chosen_tab: 'x' }],
    ['a tab that its group does not have', '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'zzz' }],
    ['a group of tabs that the form does not have', '/api/tabs', { tab_id: 'zzz', chosen_tab: 'list' }],
    ['a group named as every object has a member', '/api/tabs', { tab_id: 'constructor', chosen_tab: 'x' }],
  ])('rejects %s with a message', async (_name, path, body) => {
    const response = await (await untouched()).call('PUT', path, body);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/\w+.*\.$/);
  });

  it.each([
    ['the prototype of every object', '{"validations":{"__proto__":["x"]}}'],
    ['a bare map with it', '{"__proto__":["x"]}'],
    ['words for a list', '{"validations":{"first_name":"x"}}'],
    ['a key beyond all keys', `{"validations":{"${'k'.repeat(121)}":["x"]}}`],
    ['an unknown member', '{"validations":{},"foo":["x"]}'],
  ])('rejects a report of validation errors with %s [CA-13]', async (_name, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await (await untouched()).send('POST', '/api/validations', { body, headers });
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/\w+.*\.$/);
  });
});

it('mails about deadlines are wanted until the applicant says otherwise', async () => {
  const client = await person(cloud());
  const read = async () => (await client.get('/api/reminders')).body;
  expect(await read()).toEqual({ are_wanted: true });
  for (const [are_wanted, message] of [
    [false, 'Deadline emails are off.'],
    [true, 'Deadline emails are on.'],
  ] as const) {
    const response = await client.call('PUT', '/api/reminders', { are_wanted });
    expect(response).toMatchObject({ status: 200, body: { message } });
    expect(await read()).toEqual({ are_wanted });
  }
  expect(await client.call('PUT', '/api/reminders', { are_wanted: 'no' })).toMatchObject({
    status: 400,
    body: { message: 'are_wanted: true or false is expected.' },
  });
});
