import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  BatchGetItemCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { sayDuration } from '../../command-line/progress.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import type { Place } from './place.ts';
import { type Ask, errorName, type Result } from './step.ts';

type Item = Readonly<Record<string, unknown>>;

/** Items that are compared one by one. A BatchGetItem reads at most 100. */
const sampleSize = 50;
/** Applicants keep working during the restore test, so some items differ from the restored ones. */
const maxChanged = { share: 0.01, items: 5 };
const maxWaitMs = 6 * 3_600_000;

const noBackup =
  'Point-in-time recovery is off or has just begun: deploy the data stack, and try again in an hour.';

const since = (time: Date) => sayDuration(Math.max(0, Date.now() - time.getTime()));

/** The table's part of the restore test. Every restored table has `drill` in its name. */
export class TableRestoreTest {
  readonly restored: string;
  /** True once AWS has begun to restore. The table can be deleted only when the restore is finished. */
  isBegun = false;
  readonly #place: Place;
  readonly #client: DynamoDBClient;

  constructor(place: Place, stamp: string) {
    this.#place = place;
    this.#client = new DynamoDBClient(place.client);
    this.restored = `${place.table}-drill-${stamp}`;
  }

  /** Reads the newest restorable moment. Anything after it would be lost. */
  async newest(ask: Ask): Promise<Result<Date>> {
    const { ContinuousBackupsDescription: found } = await ask('dynamodb:DescribeContinuousBackups', () =>
      this.#client.send(new DescribeContinuousBackupsCommand({ TableName: this.#place.table })),
    );
    const { LatestRestorableDateTime: newest, EarliestRestorableDateTime: oldest } =
      found?.PointInTimeRecoveryDescription ?? {};
    if (newest === undefined || oldest === undefined)
      return { outcome: 'failed', detail: 'there is no backup of the table yet', remedy: noBackup };
    return {
      outcome: 'ok',
      detail: `lost at most: the last ${since(newest)}; any second since ${oldest.toISOString()} can be restored`,
      value: newest,
    };
  }

  /** Restores the newest state, and waits until the table is active. */
  async restore(ask: Ask): Promise<Result<string>> {
    const { table } = this.#place;
    await ask('dynamodb:RestoreTableToPointInTime', () =>
      this.#client.send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: table,
          TargetTableName: this.restored,
          UseLatestRestorableTime: true,
        }),
      ),
    ).catch((error: unknown) => {
      if (errorName(error) !== 'PointInTimeRecoveryUnavailableException') throw error;
      throw new UsageError(`there is no backup of the table yet. ${noBackup}`);
    });
    this.isBegun = true;
    await this.#untilActive(ask);
    return { outcome: 'ok', detail: this.restored, value: this.restored };
  }

  async #untilActive(ask: Ask) {
    const end = Date.now() + maxWaitMs;
    while ((await this.#status(ask)) !== 'ACTIVE') {
      if (Date.now() > end)
        throw new UsageError(
          `${this.restored} is not there after ${sayDuration(maxWaitMs)}. See: aws dynamodb describe-table --table-name ${this.restored}`,
        );
      await pause(this.#place.pollEvery);
    }
  }

  async #status(ask: Ask) {
    const { Table } = await ask('dynamodb:DescribeTable', () =>
      this.#client.send(new DescribeTableCommand({ TableName: this.restored })),
    );
    return Table?.TableStatus;
  }

  async compareCounts(ask: Ask): Promise<Result<never>> {
    const [live, restored] = [
      await this.#count(ask, this.#place.table),
      await this.#count(ask, this.restored),
    ];
    const missing = live - restored;
    const detail = `${restored} items restored, ${live} in the live table`;
    if (missing <= Math.max(maxChanged.items, live * maxChanged.share)) return { outcome: 'ok', detail };
    return {
      outcome: 'failed',
      detail,
      remedy: `Keep ${this.restored} and compare it with the live table before you rely on backups.`,
    };
  }

  async #count(ask: Ask, TableName: string): Promise<number> {
    let count = 0;
    await ask('dynamodb:Scan', async () => {
      for await (const page of paginateScan({ client: this.#client }, { TableName, Select: 'COUNT' }))
        count += page.Count ?? 0;
    });
    return count;
  }

  /** Compares some restored items with the live ones, attribute by attribute. */
  async compareItems(ask: Ask): Promise<Result<never>> {
    const { Items: sample = [] } = await ask('dynamodb:Scan', () =>
      this.#client.send(new ScanCommand({ TableName: this.restored, Limit: sampleSize })),
    );
    if (sample.length === 0) return { outcome: 'skipped', detail: 'the table is empty' };
    const live = await this.#sameItems(ask, sample);
    const equal = sample.filter((item) => live.some((other) => isDeepStrictEqual(item, other))).length;
    const detail = `${equal} of ${sample.length} are equal, attribute by attribute`;
    if (equal * 2 > sample.length)
      return {
        outcome: 'ok',
        detail: `${detail}${equal < sample.length ? '; the others have changed since' : ''}`,
      };
    return {
      outcome: 'failed',
      detail,
      remedy: `Keep ${this.restored}, and find out what differs before you rely on backups.`,
    };
  }

  async #sameItems(ask: Ask, sample: readonly Item[]): Promise<readonly Item[]> {
    const { table } = this.#place;
    const Keys = sample.map(({ pk, sk }) => ({ pk, sk })) as never;
    const { Responses = {} } = await ask('dynamodb:BatchGetItem', () =>
      this.#client.send(
        new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
      ),
    );
    return Responses[table] ?? [];
  }

  async delete(ask: Ask): Promise<Result<never>> {
    await ask('dynamodb:DeleteTable', () =>
      this.#client.send(new DeleteTableCommand({ TableName: this.restored })),
    );
    return { outcome: 'ok', detail: this.restored };
  }

  /** The command that deletes the restored table. */
  get deletion() {
    return `aws dynamodb delete-table --table-name ${this.restored}`;
  }
}
