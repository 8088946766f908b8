import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataModel, validate } from '../../shared/form/index.ts';
import { validationReportLimits } from '../../shared/rules/limits.ts';
import { type ApiClient, newAddress } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { application, completeAnswers, everyBlock, today } from '../support/form.ts';
import { sizeOf } from '../support/item-size.ts';
import { person } from '../support/person.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);

async function openEveryBlock(client: ApiClient): Promise<void> {
  for (const [button_id, num_components] of Object.entries(everyBlock))
    await client.call('PUT', '/api/add-another', { button_id, num_components });
}

describe('an application with every block open', () => {
  const username = newAddress();
  let client: ApiClient;
  beforeAll(async () => {
    client = await person(cloud(), username);
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
        felony_comment: ['Please provide a detailed explanation of the felony.'],
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
    ['text for one race of several', { race_asian: 'yes' }, 'must be true, false or empty'],
    ['more than the partner takes', { felony_comment: 'x'.repeat(7001) }, 'is longer than 7000 characters'],
  ])('refuses %s', async (_name, answer, reason) => {
    const { body } = await client.call('PUT', '/api/answer', { answer });
    expect(body.refused).toEqual({ [String(Object.keys(answer)[0])]: reason });
  });

  it('ignores unknown keys, and the notice that takes no answer [FO-12]', async () => {
    const answer = { ntl_apply_alert: 'x', college_6_name: 'Sixth', parent_2_communication_preference: 'E' };
    const response = await client.call('PUT', '/api/answer', { answer });
    expect(response).toMatchObject({ status: 200, body: { ignored: Object.keys(answer) } });
  });

  it('is submitted when everything is right, with a receipt', async () => {
    expect(await client.call('POST', '/api/submit')).toMatchObject({ status: 200 });
    expect(cloud().mail(username)[0]?.subject).toContain('received your application');
  });
});

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
  const client = await person(cloud());
  expect((await client.call('POST', '/api/validations', { validations: all })).status).toBe(200);
  for (const body of [report(301, 1), report(20, 10), report(40, 20), report(40, 20).validations])
    expect(await client.call('POST', '/api/validations', body)).toMatchObject({
      status: 400,
      body: { message: 'validations: more than the form has.' },
    });
});

const table = () => tableOf(cloud());

/** An applicant's partition of the table. Only the log-in tells whose it is. */
async function partitionOf(username: string): Promise<string> {
  const { documents, TableName } = table();
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  return String(Items.find((item) => String(item.pk).startsWith('APP#') && item.username === username)?.pk);
}

async function itemsOf(pk: string) {
  const { client, TableName } = table();
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    }),
  );
  return Items;
}

describe('stored answers', () => {
  it('lie in items of less than a kilobyte, so that a save writes no more than it must', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    const items = (await itemsOf(await partitionOf(username))).filter(({ sk }) =>
      sk?.S?.startsWith('ANSWERS#'),
    );
    expect(items.length).toBeGreaterThan(10);
    expect(Math.max(...items.map((item) => sizeOf(item as Parameters<typeof sizeOf>[0])))).toBeLessThan(1024);
  });
});
