import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/api/index.ts';
import { isConfirmationNumber } from '../../shared/rules/confirmation.ts';
import { ApiClient, type Method, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { afterPauses } from '../support/outbox.ts';
import { person, samePerson } from '../support/person.ts';

const cloud = withCloud();
const untouched = samePerson(cloud);

const submitted = async () => {
  const client = await person(cloud());
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  const response = await client.call('POST', '/api/submit');
  return { client, response };
};

const receiptsFor = (username: string) =>
  cloud()
    .mail(username)
    .filter(({ subject }) => subject.includes('received your application'));

/** Log lines about receipts. */
const receiptLines = () =>
  readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"kind":"receipt"'))
    .map((line) => JSON.parse(line).message);

describe('answers', () => {
  it('can be read as they were saved [CA-09, CA-11, ST-24]', async () => {
    const client = await person(cloud());
    const response = await client.call('PUT', '/api/answer', { answer: completeAnswers });
    expect(response).toMatchObject({
      status: 200,
      body: { message: 'Your answers have been saved.', ignored: [], conflicts: {} },
    });
    const { body } = await client.call('GET', '/api/profile');
    expect(body.answer).toEqual(completeAnswers);
    expect(Object.keys(body).sort()).toEqual([
      'answer',
      'checklist',
      'conflicts',
      'document_answer',
      'last_page',
      'receipt',
      'revision',
      'successful_login',
      'username',
      'web_status',
    ]);
    expect(body).toMatchObject({
      document_answer: {},
      username: expect.stringContaining('@'),
      last_page: '',
      successful_login: [expect.any(String)],
      web_status: [],
    });
  });

  it('of other keys stay as they are, and an emptied answer is empty', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada', last_name: 'Lindgren' } });
    await client.call('PUT', '/api/answer', { answer: { last_name: '' } });
    expect((await client.call('GET', '/api/profile')).body.answer).toEqual({
      first_name: 'Ada',
      last_name: '',
    });
  });

  it('changed in two places: the later save wins and gets the older values, and both are kept until the applicant has chosen', async () => {
    const client = await person(cloud());
    const conflicts = async () => (await client.call('GET', '/api/profile')).body.conflicts;
    const save = (answer: object, more: object = {}) =>
      client.call('PUT', '/api/answer', { answer, ...more });
    const { revision } = (await save({ city: 'Houghton', first_name: 'Ada' })).body;
    await save({ city: 'Hancock', first_name: 'Augusta', hs_city: 'Calumet' });
    const later = await save({ city: 'Calumet', first_name: 'Grace' }, { revision });
    expect(later.body).toMatchObject({
      ...{ conflicts: { city: 'Hancock', first_name: 'Augusta' }, changed: { hs_city: 'Calumet' } },
    });
    expect((await client.call('GET', '/api/profile')).body.answer).toEqual({
      ...{ city: 'Calumet', first_name: 'Grace', hs_city: 'Calumet' },
    });
    expect(await conflicts()).toEqual({ city: 'Hancock', first_name: 'Augusta' });
    // A later save of other answers does not add a conflict and does not lose one.
    await save({ last_name: 'Lindgren' });
    expect(await conflicts()).toEqual({ city: 'Hancock', first_name: 'Augusta' });
    await save({ city: 'Hancock' }, { resolved: ['city'] });
    expect(await conflicts()).toEqual({ first_name: 'Augusta' });
    await save({}, { resolved: ['first_name'] });
    expect(await conflicts()).toEqual({});
    expect((await client.call('GET', '/api/profile')).body.answer).toMatchObject({
      city: 'Hancock',
      first_name: 'Grace',
    });
  });

  it('of one page are stored in the order in which they were sent', async () => {
    const client = await person(cloud());
    const page = crypto.randomUUID();
    const save = (number: number, answer: object) =>
      client.call('PUT', '/api/answer', { answer, order: { page, number } });
    await save(1, { first_name: 'Ada' });
    const newest = await save(3, { first_name: 'Ada', city: 'Houghton' });
    const late = await save(2, { city: 'Hough' });
    expect(late).toMatchObject({ status: 200, body: { revision: newest.body.revision, conflicts: {} } });
    const another = { page: crypto.randomUUID(), number: 1 };
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' }, order: another });
    expect((await client.call('GET', '/api/profile')).body.answer).toEqual({
      first_name: 'Augusta',
      city: 'Houghton',
    });
  });

  it('of a page without stored answers are saved on a current revision', async () => {
    const client = await person(cloud());
    const answers = [{ city: 'Houghton' }, { hs_city: 'Hancock' }, { city: 'Calumet', hs_state: 'MI' }];
    for (const [revision, answer] of answers.entries()) {
      const response = await client.call('PUT', '/api/answer', { answer, revision });
      expect(response).toMatchObject({ status: 200, body: { revision: revision + 1, conflicts: {} } });
    }
    const { body } = await client.call('GET', '/api/profile');
    expect(body.answer).toEqual(Object.assign({ hs_state_desc: 'Michigan' }, ...answers));
  });

  it.each([
    [
      'an answer member',
      '{"answer":{"first_name":"Ada","no_such":"x","__proto__":"y","constructor":{"deep":[1]}}}',
      ['no_such', '__proto__', 'constructor'],
    ],
    [
      'a bare map',
      '{"first_name":"Ada","no_such":"x","toString":true,"__proto__":"y"}',
      ['no_such', 'toString', '__proto__'],
    ],
  ])(
    'to known questions are saved, and to unknown ones ignored and listed, in %s [CA-11]',
    async (_where, body, ignored) => {
      const client = await person(cloud());
      const headers = { 'content-type': 'application/json' };
      const response = await client.send('PUT', '/api/answer', { body, headers });
      expect(response).toMatchObject({ status: 200, body: { ignored } });
      expect((await client.call('GET', '/api/profile')).body.answer).toEqual({ first_name: 'Ada' });
    },
  );

  const answer = { first_name: 'Ada' };
  const wholeNumber = 'revision: a whole number is expected.';
  const bare = 'answer: an object of keys and values is expected.';
  it.each([
    ['an unknown member', { answer, foo: 1 }, 'Unknown member: foo.'],
    ['a revision in words', { answer, revision: '1' }, wholeNumber],
    ['a revision and a half', { answer, revision: 1.5 }, wholeNumber],
    [
      'a revision beyond all numbers of the store',
      { answer, revision: Number.MAX_SAFE_INTEGER },
      wholeNumber,
    ],
    ['half an order', { answer, order: { page: 'x' } }, 'order: a whole number is expected.'],
    ['an order that is none', { answer, order: 3 }, 'order: a page and a number are expected.'],
    ['no answers', { answer: null }, bare],
    ['a list of answers', { answer: [answer] }, bare],
    ['a misspelt member', { Answer: answer }, bare],
    ['a bare map with a number', { ...answer, city: 7 }, bare],
    ['a bare map with a number nobody asks', { ...answer, no_such: 7 }, bare],
    ['nothing', null, bare],
    ['words', 'first_name', bare],
  ])('in a body with %s are rejected, and nothing changes [CA-11]', async (_name, body, message) => {
    const client = await untouched();
    expect(await client.call('PUT', '/api/answer', body)).toMatchObject({ status: 400, body: { message } });
    expect((await client.call('GET', '/api/profile')).body).toMatchObject({ answer: {}, revision: 0 });
  });

  it.each([
    ['a number', { first_name: 7 }, 'must be text'],
    ['a list', { first_name: ['x'] }, 'must be text'],
    ['text for a box', { optin_sms_ind: 'yes' }, 'must be true, false or empty'],
    ['46 characters', { first_name: 'x'.repeat(46) }, 'is longer than 45 characters'],
    ['no day', { birth_date: 'hello' }, 'must be a day, written yyyy-mm-dd, or empty'],
    [
      'a day that no calendar has',
      { birth_date: '2020-02-31' },
      'must be a day, written yyyy-mm-dd, or empty',
    ],
    ['a file without its conversion', { transcript_document: 'mine.pdf' }, 'must be ANSWERED or empty'],
  ])(
    'that are %s are refused with the reason, and the others of the save are stored [VL-13]',
    async (_name, answer, reason) => {
      const client = await person(cloud());
      const { status, body } = await client.call('PUT', '/api/answer', {
        answer: { last_name: 'Lindgren', ...answer },
      });
      const [key = ''] = Object.keys(answer);
      expect({ status, refused: body.refused, revision: body.revision }).toEqual({
        status: 200,
        refused: { [key]: reason },
        revision: 1,
      });
      expect((await client.call('GET', '/api/profile')).body.answer).toEqual({ last_name: 'Lindgren' });
    },
  );

  it('are stored as they are seen: without spaces around them and without invisible characters', async () => {
    const client = await person(cloud());
    const sent = {
      ...{
        first_name: ' Sam\u000b',
        last_name: 'Jose\u0301\u0000',
        city: 'Sample\u200btown\u00a0',
        zip: '49931 ',
      },
      ...{
        counselor_email_address: 'counselor@example.org ',
        preferred_name: '\u2800\u3164',
        felony_comment: 'one\u2028two\ud800',
      },
    };
    const seen = {
      ...{ first_name: 'Sam', last_name: 'Jos\u00e9', city: 'Sampletown', zip: '49931' },
      ...{ counselor_email_address: 'counselor@example.org', preferred_name: '', felony_comment: 'one\ntwo' },
    };
    expect((await client.call('PUT', '/api/answer', { answer: sent })).body.refused).toEqual({});
    expect((await client.call('GET', '/api/profile')).body.answer).toEqual(seen);
  });

  it('get the label of the form next to each choice, whatever label was sent [EN-04, EN-05]', async () => {
    const client = await person(cloud());
    const read = async () => (await client.call('GET', '/api/profile')).body.answer;
    const { body } = await client.call('PUT', '/api/answer', {
      answer: { gender: 'F', gender_desc: 'Male', country: 'USA', state: 'MI', ethnicity_desc: 'Yes' },
    });
    expect(body.ignored).toEqual(['ethnicity_desc']);
    const words = { gender_desc: 'Female', country_desc: 'United States', state_desc: 'Michigan' };
    expect(await read()).toEqual({ gender: 'F', country: 'USA', state: 'MI', ...words });
    await client.call('PUT', '/api/answer', { answer: { state: 'OH' }, revision: body.revision });
    await client.call('PUT', '/api/answer', { answer: { gender: '' } });
    expect(await read()).toMatchObject({ state: 'OH', state_desc: 'Ohio', gender: '', gender_desc: '' });
  });

  it('keep the label of a choice that is no longer offered', async () => {
    const client = await person(cloud());
    const answer = { applied_major: '99.9999', applied_major_desc: 'Alchemy' };
    await client.call('PUT', '/api/answer', { answer });
    expect((await client.call('GET', '/api/profile')).body.answer).toEqual(answer);
    await client.call('PUT', '/api/answer', { answer: { applied_major: '99.9998' } });
    expect((await client.call('GET', '/api/profile')).body.answer).toEqual({
      applied_major: '99.9998',
      applied_major_desc: '',
    });
  });

  it('of one applicant are never shown to another [RO-12]', async () => {
    const one = await person(cloud());
    await one.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const other = await person(cloud());
    expect((await other.call('GET', '/api/profile')).body.answer).toEqual({});
  });
});

describe('web status', () => {
  const post = (client: ApiClient, web_status: string) =>
    client.call('POST', '/api/web-status', { web_status });

  it('advances one step at a time, and repeating one changes nothing [EN-24, CA-12]', async () => {
    const client = await person(cloud());
    expect((await post(client, 'validating')).status).toBe(422);
    for (const status of ['started', 'started', 'validating', 'started'])
      expect((await post(client, status)).status).toBe(200);
    expect((await post(client, 'submitted')).status).toBe(422);
    expect((await post(client, 'nonsense')).status).toBe(400);
    expect((await client.call('GET', '/api/profile')).body.web_status).toEqual([
      { web_status: 'started' },
      { web_status: 'validating' },
    ]);
  });
});

describe('a visit', () => {
  it('stores the last page, the counts and the tabs [CA-10, CA-23, CA-24, CA-25, CA-26]', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/last-page', { last_page: '/education' });
    await client.call('PUT', '/api/add-another', { button_id: 'college', num_components: 3 });
    await client.call('PUT', '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'upload' });
    expect((await client.call('GET', '/api/profile')).body.last_page).toBe('/education');
    expect((await client.call('GET', '/api/add-another')).body).toEqual({ college: 3 });
    expect((await client.call('GET', '/api/tabs')).body).toEqual({ activities_tab: 'upload' });
  });

  it('stores at most as many blocks of each group as the form has, and ten of a group that only a partner knows [AA-03]', async () => {
    const client = await person(cloud());
    const limits = {
      parent: 2,
      legacy: 4,
      college: 5,
      senior_course: 10,
      activity: 4,
      honors: 4,
      essays: 10,
    };
    for (const [button_id, limit] of Object.entries(limits)) {
      const put = (num_components: number) =>
        client.call('PUT', '/api/add-another', { button_id, num_components });
      expect((await put(limit)).status, button_id).toBe(200);
      expect((await put(limit + 1)).status, button_id).toBe(400);
    }
    expect((await client.call('GET', '/api/add-another')).body).toEqual(limits);
  });

  it('stores the validation errors that the page reports [CA-13]', async () => {
    const client = await person(cloud());
    for (const body of [{ validations: { first_name: ['First Name'] } }, { first_name: ['First Name'] }, {}])
      expect((await client.call('POST', '/api/validations', body)).status).toBe(200);
  });

  it.each([
    ['an eleventh block', '/api/add-another', { button_id: 'college', num_components: 11 }],
    ['half a block', '/api/add-another', { button_id: 'college', num_components: 1.5 }],
    ['an id with spaces', '/api/tabs', { tab_id: 'a b', chosen_tab: 'x' }],
    ['a page elsewhere', '/api/last-page', { last_page: 'https://elsewhere.example' }],
    ['a page that the form does not have', '/api/last-page', { last_page: '/nope' }],
    ['a tab that its group does not have', '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'zzz' }],
    ['a group of tabs that the form does not have', '/api/tabs', { tab_id: 'zzz', chosen_tab: 'list' }],
    ['an unknown member', '/api/last-page', { last_page: '/about', extra: 1 }],
    ['no body at all', '/api/last-page', null],
    ['a tab named as every object has a member', '/api/tabs', { tab_id: 'constructor', chosen_tab: 'x' }],
    ['a group of such a name', '/api/tabs', { tab_id: '__proto__', chosen_tab: 'x' }],
    ['a choice of such a name', '/api/tabs', { tab_id: 'x', chosen_tab: 'toString' }],
    ['a button of such a name', '/api/add-another', { button_id: '__proto__', num_components: 2 }],
  ])('rejects %s with a message', async (_name, path, body) => {
    const client = await untouched();
    const response = await client.call('PUT', path, body);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/\w+.*\.$/);
  });

  it.each([
    ['a key of every object', '{"validations":{"constructor":["x"]}}'],
    ['its prototype', '{"validations":{"__proto__":["x"]}}'],
    ['a bare map with its prototype', '{"__proto__":["x"]}'],
    ['a key without a letter', '{"validations":{"":["x"]}}'],
    ['words for a list', '{"validations":{"first_name":"x"}}'],
    ['a key beyond all keys', `{"validations":{"${'k'.repeat(121)}":["x"]}}`],
    ['an unknown member', '{"validations":{},"foo":["x"]}'],
    ['a list', '{"validations":["x"]}'],
    ['nothing', 'null'],
  ])('rejects a report of validation errors with %s [CA-13]', async (_name, body) => {
    const client = await untouched();
    const headers = { 'content-type': 'application/json' };
    const response = await client.send('POST', '/api/validations', { body, headers });
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/\w+.*\.$/);
  });
});

describe('submitting', () => {
  it('rejects an incomplete application with the messages that the page shows', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, first_name: '', zip: '1' } });
    expect(await client.call('POST', '/api/submit')).toMatchObject({
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

  it('gives a receipt, and the same one to every repetition [CA-14]', async () => {
    const { client, response } = await submitted();
    expect(response).toMatchObject({
      status: 200,
      body: { message: 'Your application was successfully submitted.' },
    });
    expect(isConfirmationNumber(String(response.body.confirmation))).toBe(true);
    const again = await Promise.all([1, 2, 3].map(() => client.call('POST', '/api/submit')));
    for (const { status, body } of again)
      expect({ status, body }).toEqual({ status: 200, body: response.body });
    const { body } = await client.call('GET', '/api/profile');
    expect(body.receipt).toMatchObject({ confirmation: response.body.confirmation });
    expect(body.web_status).toEqual([
      { web_status: 'started' },
      { web_status: 'validating' },
      { web_status: 'submitted' },
    ]);
    expect((await client.call('POST', '/api/web-status', { web_status: 'submitted' })).status).toBe(200);
  });

  it('happens once and mails one receipt, however many requests arrive together', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    const response = await Promise.all(Array.from({ length: 8 }, () => client.call('POST', '/api/submit')));
    expect(new Set(response.map(({ body }) => body.confirmation)).size).toBe(1);
    expect(new Set(response.map(({ status }) => status))).toEqual(new Set([200]));
    await client.call('GET', '/api/profile');
    await client.call('POST', '/api/submit');
    const mails = receiptsFor(username);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Northern Lakes University: we received your application');
    expect(mails[0]?.text).toContain(`Confirmation number: ${response[0]?.body.confirmation}`);
    expect(mails[0]?.text).toMatch(/Submitted: \w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T \(.+ UTC\)/);
    expect(mails[0]?.text).toContain(`${cloud().url}/completion`);
    // Mails never contain answers.
    expect(mails[0]?.text).not.toContain(completeAnswers.last_name);
  });

  it('succeeds when the mail cannot be sent; reading the application sends none, the schedule does', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    const sending = cloud()
      .statements()
      .filter(({ role, statement }) => /\/applicant\/Role/.test(role) && statement.Sid === 'SendMail');
    expect(sending).toHaveLength(1);
    const giveBack = sending.map((statement) => cloud().withoutStatement(statement));
    const response = await client.call('POST', '/api/submit');
    expect(response.status).toBe(200);
    expect(receiptsFor(username)).toEqual([]);
    expect(receiptLines().at(-1)).toMatchObject({ level: 'error', outcome: 'postponed', minutes: 0 });
    for (const each of giveBack) each();
    expect((await client.call('GET', '/api/profile')).status).toBe(200);
    expect(receiptsFor(username)).toEqual([]);
    expect((await client.call('POST', '/api/submit')).body).toEqual(response.body);
    await afterPauses(cloud());
    expect(receiptsFor(username)).toHaveLength(1);
    expect(receiptLines().at(-1)).toMatchObject({ level: 'info', outcome: 'done', minutes: 0 });
  });

  it('freezes the application without hidden answers', async () => {
    const client = await person(cloud());
    const hidden = { citizenship_type: '1', citizenship: 'SWE', alien_registration_number: 'A1' };
    await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, ...hidden } });
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    const answers = async () => (await client.call('GET', '/api/profile')).body.answer;
    const before = await answers();
    const { first_name } = completeAnswers;
    expect(before).toMatchObject({ first_name, ...hidden, citizenship: '', alien_registration_number: '' });
    const { revision } = (await client.call('GET', '/api/profile')).body;
    expect(revision).toEqual(expect.any(Number));
    const changes: [Method, string, unknown][] = [
      ['PUT', '/api/answer', { answer: { first_name: 'Eve' } }],
      // A page that knows the newest revision: nothing is read before this is written.
      ['PUT', '/api/answer', { answer: { first_name: 'Eve' }, revision }],
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
    expect(await answers()).toEqual(before);
  });
});

describe('every call', () => {
  const calls = Object.values(routes).flatMap((group) => Object.values(group));
  const applicants = calls.filter(({ access }) => access === 'applicant');

  it('of an applicant responds with 401 without a session [CA-31, RO-12]', async () => {
    expect(applicants.length).toBeGreaterThan(18);
    for (const { method, path } of applicants) {
      const response = await new ApiClient(cloud()).call(
        method,
        path.replace('{answer_key}', 'transcript_document'),
      );
      expect(response, path).toMatchObject({
        status: 401,
        body: { message: 'Your session is invalid. Please clear your cookies and login again.' },
      });
    }
  });

  const foreign = { message: 'This request did not come from the application.' };
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of our site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['another port of this host', { origin: 'http://127.0.0.1:9' }],
  ])('from %s is rejected', async (_name, headers) => {
    const client = await untouched();
    expect(await client.send('GET', '/api/logout', { headers })).toMatchObject({
      status: 403,
      body: foreign,
    });
    expect((await client.call('GET', '/api/profile')).status).toBe(200);
  });

  it('from our host with another scheme is rejected', async () => {
    const client = await untouched();
    const { host } = new URL(cloud().url);
    for (const origin of [
      `https://${host}`,
      `ftp://${host}`,
      `http://${host}/`,
      `http://x@${host}`,
      host,
      'null',
    ])
      expect(await client.send('GET', '/api/logout', { headers: { origin } }), origin).toMatchObject({
        status: 403,
        body: foreign,
      });
    expect((await client.call('GET', '/api/profile')).status).toBe(200);
  });

  it('with a malformed URL is rejected with a message', async () => {
    const client = await untouched();
    for (const path of ['/api/pdf/document-answer/%E0%A4%A', '/api/document-answer/%', '/api/profile/%ff'])
      expect(await client.call('GET', path), path).toMatchObject({
        status: 400,
        body: { message: 'The address cannot be read.' },
      });
  });

  it.each<[string, string | Buffer<ArrayBuffer>, string, number, RegExp?]>([
    ['what is no JSON', '{', 'application/json', 400],
    ['another content type', '{}', 'text/plain', 415],
    ['more than 256 KB', `{"a":"${'x'.repeat(270_000)}"}`, 'application/json', 413],
    ['more than Lambda accepts', 'x'.repeat(8_388_608), 'application/json', 413],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"username":"\xff\xfe"}', 'latin1'),
      'application/json',
      400,
      /UTF-8/,
    ],
    [
      'half of a letter',
      Buffer.from('{"username":"\xf0\x9f\x98"}', 'latin1'),
      'application/json',
      400,
      /UTF-8/,
    ],
    ['a list', '[]', 'application/json', 400],
  ])(
    'with %s is rejected with a message [CA-01]',
    async (_name, body, type, status, message = /\w+.*\.$/) => {
      const response = await new ApiClient(cloud()).send('POST', '/public/login', {
        body,
        headers: { 'content-type': type },
      });
      expect(response.status).toBe(status);
      expect(response.body.message).toMatch(message);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );

  it('that does not exist responds in JSON', async () => {
    expect((await new ApiClient(cloud()).call('GET', '/api/no-such-call')).status).toBe(404);
  });

  it('ignores what a client claims about its host and address', async () => {
    const username = newAddress();
    await person(cloud(), username);
    await new ApiClient(cloud()).send('POST', '/public/forgot-password', {
      body: JSON.stringify({ username }),
      headers: { 'content-type': 'application/json', 'x-viewer-host': 'elsewhere.example' },
    });
    expect(cloud().mail(username)[0]?.text).not.toContain('elsewhere.example');
  });
});

describe('mails about deadlines', () => {
  it('are wanted until the applicant says otherwise', async () => {
    const client = await person(cloud());
    const read = async () => (await client.call('GET', '/api/reminders')).body;
    expect(await read()).toEqual({ are_wanted: true });
    for (const [are_wanted, message] of [
      [false, 'Deadline emails are off.'],
      [true, 'Deadline emails are on.'],
    ] as const) {
      const response = await client.call('PUT', '/api/reminders', { are_wanted });
      expect(response).toMatchObject({ status: 200, body: { message } });
      expect(await read()).toEqual({ are_wanted });
    }
    const wrong = await client.call('PUT', '/api/reminders', { are_wanted: 'no' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: 'are_wanted: true or false is expected.' },
    });
  });
});
