import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { newAddress } from './applicant.ts';
import { completeAnswers } from './form.ts';
import { person } from './person.ts';
import { tableOf } from './table.ts';

/** The application in the list of the staff console. */
const rowKey = (sub: string, at: string) => ({ pk: `ROW#${sub[0]}`, sk: `${at}#${sub}` });
const timeKey = (sub: string) => ({ pk: `ROW#${sub}`, sk: 'TIME' });

/** Makes an application look as if it had been submitted some seconds earlier. Returns the earlier moment. */
async function moveBack(cloud: LocalCloud, sub: string, at: string, seconds: number): Promise<string> {
  const earlier = new Date(Date.parse(at) - seconds * 1000).toISOString();
  const listed = (time: string) => ({
    pk: `LIST#submitted#${time.slice(0, 10)}#${sub[0]}`,
    sk: `${time}#${sub}`,
  });
  const { documents: client, TableName } = tableOf(cloud);
  await client.send(new DeleteCommand({ TableName, Key: listed(at) }));
  await client.send(new PutCommand({ TableName, Item: listed(earlier) }));
  for (const [from, to] of [
    [rowKey(sub, at), rowKey(sub, earlier)],
    [timeKey(sub), timeKey(sub)],
  ] as const) {
    const { Item } = await client.send(new GetCommand({ TableName, Key: from }));
    await client.send(new DeleteCommand({ TableName, Key: from }));
    await client.send(new PutCommand({ TableName, Item: { ...Item, ...to, submitted_at: earlier } }));
  }
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `APP#${sub}`, sk: 'SUBMISSION#1' },
      UpdateExpression: 'SET submitted_at = :at',
      ExpressionAttributeValues: { ':at': earlier },
    }),
  );
  return earlier;
}

async function applicantOf(cloud: LocalCloud, confirmation: string): Promise<string> {
  const Key = { pk: `CONFIRMATION#${confirmation}`, sk: 'APPLICATION' };
  const { documents, TableName } = tableOf(cloud);
  const { Item } = await documents.send(new GetCommand({ TableName, Key }));
  return String(Item?.sub);
}

/** The fields of a submission's response. */
interface Receipt {
  readonly confirmation: string;
  readonly submitted_at: string;
}

/** Makes an application look as if it had been submitted `seconds` earlier. Returns the earlier moment. */
export const lookSubmittedAgo = async (
  cloud: LocalCloud,
  { confirmation, submitted_at }: Receipt,
  seconds: number,
): Promise<string> => moveBack(cloud, await applicantOf(cloud, confirmation), submitted_at, seconds);

export interface EarlierSubmission {
  readonly email: string;
  readonly confirmation: string;
  readonly at: string;
}

/** Submits an application over HTTP and moves its submission `seconds` back. */
export async function submittedAgo(
  cloud: LocalCloud,
  seconds: number,
  answers: Readonly<Record<string, unknown>> = {},
): Promise<EarlierSubmission> {
  const email = newAddress();
  const client = await person(cloud, email);
  await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, ...answers } });
  const { body } = await client.call('POST', '/api/submit');
  const receipt = { confirmation: String(body.confirmation), submitted_at: String(body.submitted_at) };
  return {
    email,
    confirmation: receipt.confirmation,
    at: await lookSubmittedAgo(cloud, receipt, seconds),
  };
}

/** Makes the last change of a checklist look as if it had been made at another moment (ISO 8601). */
export async function lookChangedAt(cloud: LocalCloud, confirmation: string, moment: string): Promise<void> {
  const sub = await applicantOf(cloud, confirmation);
  const { documents: client, TableName } = tableOf(cloud);
  const Key = { pk: `APP#${sub}`, sk: 'CHECKLIST' };
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  const changes: readonly string[] = Item?.changes;
  const listed = (time: string) => ({
    pk: `LIST#changed#${time.slice(0, 10)}#${sub[0]}`,
    sk: `${time}#${sub}`,
  });
  await client.send(new DeleteCommand({ TableName, Key: listed(changes.at(-1) ?? '') }));
  await client.send(new PutCommand({ TableName, Item: listed(moment) }));
  await client.send(
    new PutCommand({ TableName, Item: { ...Item, changes: [...changes.slice(0, -1), moment] } }),
  );
}
