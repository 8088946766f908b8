import { ServiceError } from '../http.ts';
import { run, type Store } from './engine.ts';
import { createTable, type TableDescription } from './tables.ts';

interface Input {
  readonly SourceTableName?: string;
  readonly TargetTableName?: string;
  readonly UseLatestRestorableTime?: boolean;
  readonly TableName?: string;
}

const markOf = (table: string) => `restoring~${table}`;
/** Key prefixes of a table's items and indexes in the store. */
const prefixes = ['item-', 'index-local~', 'index-global~'].map(
  (kind) => (table: string) => `${kind}${table}~`,
);
const batchSize = 500;

/**
 * Restores the newest state of a table into a new table. With point-in-time recovery, AWS is a few minutes
 * behind and can also restore earlier states:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html
 */
export class Restores {
  readonly #store: Store;
  readonly #tables: ReadonlyMap<string, TableDescription>;
  readonly #running = new Map<string, Promise<void>>();

  constructor(store: Store, tables: ReadonlyMap<string, TableDescription>) {
    this.#store = store;
    this.#tables = tables;
  }

  /** Deletes tables that a killed process left partly restored. */
  async forgetHalves() {
    for await (const [key] of this.#store.db.iterator({ gte: markOf(''), lt: markOf('\xff') })) {
      const TableName = key.slice(markOf('').length);
      await run(this.#store, 'DeleteTable', { TableName }).catch(() => undefined); // it was not created yet
      await this.#store.db.batch([{ type: 'del', key }]);
    }
  }

  readonly operations: Readonly<Record<string, (input: Input) => object | Promise<object>>> = {
    DescribeContinuousBackups: (input) => this.#continuousBackups(input),
    RestoreTableToPointInTime: (input) => this.#restore(input),
    DescribeTable: (input) => this.#describe(input),
    DeleteTable: (input) => this.#delete(input),
  };

  #table(name = '') {
    const table = this.#tables.get(name);
    if (table === undefined) throw new ServiceError('TableNotFoundException', `Table not found: ${name}`);
    return table;
  }

  #continuousBackups({ TableName }: Input) {
    const PointInTimeRecoveryStatus = this.#table(TableName).isRecoverable ? 'ENABLED' : 'DISABLED';
    const times = {
      EarliestRestorableDateTime: Date.now() / 1000,
      LatestRestorableDateTime: Date.now() / 1000,
    };
    return {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus,
          ...(PointInTimeRecoveryStatus === 'ENABLED' && times),
        },
      },
    };
  }

  async #restore({ SourceTableName = '', TargetTableName = '', UseLatestRestorableTime }: Input) {
    const { create, isRecoverable } = this.#table(SourceTableName);
    if (!isRecoverable)
      throw new ServiceError(
        'PointInTimeRecoveryUnavailableException',
        `Point in time recovery is not enabled for table '${SourceTableName}'`,
      );
    if (UseLatestRestorableTime !== true)
      throw new ServiceError(
        'NotImplementedException',
        'The local cloud restores the newest state only.',
        501,
      );
    const { TableNames } = await run<{ TableNames: string[] }>(this.#store, 'ListTables', {});
    if (TableNames.includes(TargetTableName))
      throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${TargetTableName}`);
    await this.#store.db.batch([{ type: 'put', key: markOf(TargetTableName), value: SourceTableName }]);
    await createTable(this.#store, { ...create, TableName: TargetTableName });
    const copying = this.#copy(SourceTableName, TargetTableName).finally(() =>
      this.#running.delete(TargetTableName),
    );
    this.#running.set(TargetTableName, copying);
    const { Table } = (await this.#describe({ TableName: TargetTableName })) as { Table: object };
    return { TableDescription: Table };
  }

  /**
   * Copies items and indexes. Each iterator reads a snapshot of the store, unaffected by concurrent writes.
   */
  async #copy(source: string, target: string) {
    for (const prefixOf of prefixes) await this.#copyKeys(prefixOf(source), prefixOf(target));
    await this.#store.db.batch([{ type: 'del', key: markOf(target) }]);
  }

  async #copyKeys(from: string, to: string) {
    const batch: object[] = [];
    for await (const [key, value] of this.#store.db.iterator({ gte: from, lt: `${from}\xff` })) {
      batch.push({ type: 'put', key: to + key.slice(from.length), value });
      if (batch.length >= batchSize) await this.#store.db.batch(batch.splice(0));
    }
    await this.#store.db.batch(batch);
  }

  /** A table is being created until its items are there. */
  async #describe({ TableName = '' }: Input) {
    const { Table } = await run<{ Table: object }>(this.#store, 'DescribeTable', { TableName });
    return { Table: { ...Table, ...(this.#running.has(TableName) && { TableStatus: 'CREATING' }) } };
  }

  #delete({ TableName = '' }: Input) {
    if (this.#tables.has(TableName))
      throw new ServiceError('NotImplementedException', 'The local cloud deletes restored tables only.', 501);
    if (this.#running.has(TableName))
      throw new ServiceError(
        'ResourceInUseException',
        `Attempt to change a resource which is still in use: Table is being created: ${TableName}`,
      );
    return run<object>(this.#store, 'DeleteTable', { TableName });
  }

  async idle() {
    await Promise.all(this.#running.values());
  }
}
