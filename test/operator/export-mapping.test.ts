import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { runHere } from '../support/run-here.ts';
import { submittedAgo } from '../support/submitted-ago.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();
const folder = mkdtempSync(join(tmpdir(), 'matricula-mapping-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const exportTo = (name: string, format = 'banner') =>
  runHere(
    cloud(),
    ...['staff', 'export', '--format', format, '--since', since, '--out', join(folder, name)],
    '--without-pdfs',
  );
const rowsOf = (name: string): readonly Readonly<Record<string, string>>[] =>
  parse(readFileSync(join(folder, name, 'banner.csv')), { columns: true, record_delimiter: '\n' });

/** Changes a submitted answer in the table, as if an earlier form had had this option. */
async function setAnswer(confirmation: string, key: string, value: string): Promise<void> {
  const { documents, TableName } = tableOf(cloud());
  const { Item } = await documents.send(
    new GetCommand({ TableName, Key: { pk: `CONFIRMATION#${confirmation}`, sk: 'APPLICATION' } }),
  );
  await documents.send(
    new UpdateCommand({
      ...{ TableName, Key: { pk: `APP#${Item?.sub}`, sk: 'SUBMISSION#1' } },
      UpdateExpression: 'SET answers.#key = :value',
      ExpressionAttributeNames: { '#key': key },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}

let first = '';
let second = '';

beforeAll(async () => {
  const essay = '- I was 15.';
  ({ confirmation: first } = await submittedAgo(cloud(), 3600, { gender: 'F', city: essay }));
  ({ confirmation: second } = await submittedAgo(cloud(), 600, { gender: 'X' }));
});

it('npx matricula staff export with the name of a mapping writes its file', async () => {
  const { code, error } = await exportTo('banner');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(rowsOf('banner')).toMatchObject([
    { WEB_APPLICATION_ID: first, SPBPERS_SEX: 'F', PR_CITY: '- I was 15.', PR_ATYP_CODE: 'PR' },
    { WEB_APPLICATION_ID: second, SPBPERS_SEX: 'N' },
  ]);
});

it('an export with an unknown code ends with its application, column and code, and continues after the fix', async () => {
  await setAnswer(second, 'gender', 'Q');
  expect((await exportTo('unknown')).error).toContain(
    `${second}, column SPBPERS_SEX: the code 'Q' of gender has no translation in sex. Edit the file of banner in shared/partners/mappings, run npx matricula generate mappings, and repeat this command`,
  );
  await setAnswer(second, 'gender', 'X');
  expect((await exportTo('unknown')).code).toBe(0);
  expect(rowsOf('unknown').map((row) => row.WEB_APPLICATION_ID)).toEqual([first, second]);
});

it('an export continues in no folder of another format', async () => {
  const { error } = await exportTo('banner', 'peoplesoft');
  expect(error).toContain('belongs to an export as banner.');
});
