import { randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Operator } from './audit-log.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsConditions } from './retry.ts';
import { meetsCondition, ofPartition, queryAll, readItem, TableName, table } from './table.ts';

// ZIP files of application PDFs that staff asked for. Each person has a partition, so no one finds those of
// others. Item and file are deleted after a day.

const lifetimeMs = 86_400_000;

/** A ZIP file: the hash of the person's id, and its own id. */
export interface ZipName {
  readonly member: string;
  readonly id: string;
}

export interface ZipFile extends Omit<items.StoredZipFile, 'sk'>, ZipName {}

const running = ['preparing', 'writing'] as const;

export const isRunning = ({ state }: Pick<ZipFile, 'state'>): boolean =>
  (running as readonly string[]).includes(state);

/** A file whose worker did not finish in time has failed. */
function parsed(member: string, item: unknown): ZipFile {
  const { sk, ...file } = items.zipFile.parse(item);
  const isLate = isRunning(file) && now() > file.deadline;
  return { ...file, ...(isLate && { state: 'failed' }), member, id: sk };
}

const isThere = ({ ends }: ZipFile): boolean => now() < ends;

interface NewZipFile {
  readonly applicants: readonly ApplicantId[];
  readonly audience: StaffAudience;
  readonly host: string;
  readonly operator: Operator;
}

/** The id of the last file that a person asked for; undefined if there is none. */
export const readLastZip = async (member: string): Promise<string | undefined> =>
  (await readItem(keys.lastZipFile(member), items.lastZipFile, { ConsistentRead: true }))?.id;

/**
 * Stores a file that is to be made after `last`. Undefined if the person asked for another one since. Ids are
 * sorted by time.
 */
export async function createZipFile(
  member: string,
  last: string | undefined,
  file: NewZipFile,
): Promise<ZipName | undefined> {
  const created = now();
  const id = `${created.toString(36)}-${randomBytes(9).toString('base64url')}`;
  const ends = created + lifetimeMs;
  const Item = {
    ...keys.zipFile(member, id),
    ...file,
    state: 'preparing',
    created_at: new Date(created).toISOString(),
    deadline: created + deadlineSeconds.zip * 1000,
    ends,
    expires_at: seconds(ends),
    done: 0,
    failed: [],
  };
  const isLast =
    last === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'id = :last', ExpressionAttributeValues: { ':last': last } };
  const newLast = { ...keys.lastZipFile(member), id, expires_at: Item.expires_at };
  const isCreated = await meetsConditions([
    { Put: { TableName, Item } },
    { Put: { TableName, Item: newLast, ...isLast } },
  ]);
  return isCreated ? { member, id } : undefined;
}

/** The files of a person, newest first. DynamoDB deletes expired items late, so the time is compared. */
export async function listZipFiles(member: string): Promise<readonly ZipFile[]> {
  const { pk } = keys.zipFile(member, '');
  const found = await queryAll({ ...ofPartition(pk), ScanIndexForward: false, ConsistentRead: true });
  return found.map((item) => parsed(member, item)).filter(isThere);
}

export async function readZipFile({ member, id }: ZipName): Promise<ZipFile | undefined> {
  const Key = keys.zipFile(member, id);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const file = Item && parsed(member, Item);
  return file !== undefined && isThere(file) ? file : undefined;
}

type Change = Partial<Pick<ZipFile, 'state' | 'done' | 'failed' | 'size'>>;

/** Changes a file that is being made; false if it was canceled, has failed or is complete. */
export function changeZipFile({ member, id }: ZipName, change: Change): Promise<boolean> {
  const set = Object.entries(change);
  return meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.zipFile(member, id),
        UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: '#state IN (:first, :second) AND deadline >= :now',
        ExpressionAttributeNames: {
          '#state': 'state',
          ...Object.fromEntries(set.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':now': now(),
          ':first': running[0],
          ':second': running[1],
          ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        },
      }),
    ),
  );
}
