import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ApplicantId } from '../runtime/ids.ts';
import { withdrawnAtIn } from './application.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { TableName, table } from './table.ts';

/**
 * Reads an applicant's submission without the rest of the application; undefined if there is none. Exports
 * read it minutes after it was stored, so it needs no consistent read.
 */
export async function readSubmission(sub: ApplicantId): Promise<items.Submission | undefined> {
  const Key = { pk: keys.application(sub), sk: parts.submission };
  const { Item } = await table.send(new GetCommand({ TableName, Key }));
  return Item && items.submission.parse(Item);
}

/** Reads which checklist items of an applicant arrived, and when that changed. */
export async function readChecklist(sub: ApplicantId): Promise<items.StoredChecklist> {
  const Key = { pk: keys.application(sub), sk: parts.checklist };
  const { Item } = await table.send(new GetCommand({ TableName, Key }));
  return Item === undefined ? { received: {}, rev: 0 } : items.checklist.parse(Item);
}

/** Reads when an applicant withdrew; undefined if the application is not withdrawn. */
export async function readWithdrawal(sub: ApplicantId): Promise<string | undefined> {
  const Key = { pk: keys.application(sub), sk: parts.withdrawal };
  return withdrawnAtIn((await table.send(new GetCommand({ TableName, Key }))).Item);
}
