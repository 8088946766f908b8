import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataModel, validate } from '../../shared/form/index.ts';
import { validationReportLimits } from '../../shared/rules/limits.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { application, completeAnswers, everyBlock, today } from '../support/form.ts';
import { sizeOf } from '../support/item-size.ts';
import { type Person, person } from '../support/person.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);

describe('an application with every block open', () => {
  let client: Person;
  beforeAll(async () => {
    client = await person(cloud());
    for (const [button_id, num_components] of Object.entries(everyBlock))
      await client.call('PUT', '/api/add-another', { button_id, num_components });
    await client.save(completeAnswers);
  });

  it('keeps every key of every page [FO-17] [FO-22] [FO-29] [FO-30] [FO-37] [FO-38]', async () => {
    const { body } = await client.get('/api/profile');
    expect(body.answer).toEqual(completeAnswers);
    expect(Object.keys(completeAnswers).length).toBeGreaterThan(270);
  });

  it('refuses a text for one race of several, and more than the partner takes', async () => {
    const { body } = await client.save({ race_asian: 'yes', felony_comment: 'x'.repeat(7001) });
    expect(body.refused).toEqual({
      race_asian: 'must be true, false or empty',
      felony_comment: 'is longer than 7000 characters',
    });
  });

  it('ignores unknown keys, and the notice that takes no answer [FO-12]', async () => {
    const answer = { ntl_apply_alert: 'x', college_6_name: 'Sixth', parent_2_communication_preference: 'E' };
    expect(await client.save(answer)).toMatchObject({ status: 200, body: { ignored: Object.keys(answer) } });
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
  expect((await client.post('/api/validations', { validations: all })).status).toBe(200);
  for (const body of [report(301, 1), report(20, 10), report(40, 20), report(40, 20).validations])
    expect(await client.post('/api/validations', body)).toMatchObject({
      status: 400,
      body: { message: 'validations: more than the form has.' },
    });
});

it('stored answers lie in items of less than a kilobyte, so that a save writes no more than it must', async () => {
  const client = await person(cloud());
  await client.save(completeAnswers);
  const { client: dynamodb, TableName } = tableOf(cloud());
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :answers)',
      ExpressionAttributeValues: { ':pk': { S: `APP#${client.sub}` }, ':answers': { S: 'ANSWERS#' } },
    }),
  );
  expect(Items.length).toBeGreaterThan(10);
  const sizes = Items.map((item) => sizeOf(item as Parameters<typeof sizeOf>[0]));
  expect(Math.max(...sizes)).toBeLessThan(1024);
});
