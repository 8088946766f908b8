import type { Assembly } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';
import { isOperation, openStore, rememberTables, run, type Store } from './engine.ts';
import { checkExpressions } from './expressions.ts';
import { allAtOnce, itemActionsOf, partitionOf } from './iam-actions.ts';
import { Mutex } from './mutex.ts';
import { createTable, readTables, type TableDescription } from './tables.ts';
import { type Item, oldItem, type TransactWrite, transactWrite } from './transaction.ts';

const writes = /^(PutItem|UpdateItem|DeleteItem|BatchWrite|TransactWrite)/;

interface Parts {
  readonly store: Store;
  readonly guard: Guard;
  readonly tables: readonly TableDescription[];
}

interface Conditional {
  readonly TableName: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

/**
 * DynamoDB: dynalite's operations, and those that it lacks. Writes to one partition are sequential, which
 * makes transactions atomic.
 */
export class DynamoDB {
  readonly #store: Store;
  readonly #guard: Guard;
  readonly #tables: ReadonlyMap<string, TableDescription>;
  readonly #turns = new Mutex();

  private constructor({ store, guard, tables }: Parts) {
    this.#store = store;
    this.#guard = guard;
    this.#tables = new Map(tables.map((each) => [each.create.TableName, each]));
  }

  static async start(
    assembly: Assembly,
    { folder, guard }: Pick<Parts, 'guard'> & { readonly folder: string },
  ): Promise<DynamoDB> {
    const tables = readTables(assembly);
    const store = openStore(folder);
    await store.db.open().catch((error: Error) => {
      throw new LocalCloudError(
        `The table in ${folder} cannot be opened: ${(error.cause as Error | undefined)?.message ?? error.message}. To start with an empty one: --reset.`,
      );
    });
    const { TableNames: known } = await run<{ TableNames: string[] }>(store, 'ListTables', {});
    for (const { create } of tables) {
      if (!known.includes(create.TableName)) await createTable(store, create);
    }
    const isFixed = (name: string) => tables.some(({ create }) => create.TableName === name);
    return new DynamoDB({ store: rememberTables(store, isFixed), guard, tables });
  }

  async call(caller: string, operation: string, input: object): Promise<object> {
    const deeds = this.#deedsOf(operation, input);
    for (const deed of [...deeds, ...allAtOnce(deeds)]) this.#guard.require(caller, deed);
    const serve = () => this.#serve(operation, input);
    if (!writes.test(operation)) return serve();
    const { ClientRequestToken = '' } = input as Partial<TransactWrite>;
    return this.#turns.take([...deeds.map(partitionOf), ClientRequestToken].filter(Boolean), serve);
  }

  #deedsOf(operation: string, input: object) {
    return itemActionsOf(operation, input, (table) => this.#tables.get(table)?.partitionKey ?? '');
  }

  async #serve(operation: string, input: object): Promise<object> {
    if (operation === 'TransactWriteItems') return transactWrite(this.#store, input as TransactWrite);
    if (operation === 'TransactGetItems')
      return this.#transactGet(input as { TransactItems: { Get: object }[] });
    if (!isOperation(operation))
      throw new ServiceError('UnknownOperationException', `${operation} is not served here.`);
    checkExpressions(input);
    const { ReturnValuesOnConditionCheckFailure: wanted, ...rest } = input as Conditional;
    try {
      return await run<object>(this.#store, operation, rest);
    } catch (error) {
      const failed = error instanceof ServiceError && error.name === 'ConditionalCheckFailedException';
      const Item = failed && wanted === 'ALL_OLD' ? await oldItem(this.#store, rest) : undefined;
      throw Item === undefined
        ? error
        : new ServiceError('ConditionalCheckFailedException', (error as Error).message, 400, { Item });
    }
  }

  async #transactGet({ TransactItems }: { TransactItems: { Get: object }[] }) {
    const found = await Promise.all(
      TransactItems.map(({ Get }) =>
        run<{ Item?: Item }>(this.#store, 'GetItem', { ...Get, ConsistentRead: true }),
      ),
    );
    return { Responses: found.map(({ Item }) => (Item === undefined ? {} : { Item })) };
  }

  /** Deletes items whose time to live has expired, and old transaction tokens. */
  async sweep(now = Date.now()) {
    for (const { create, expiry } of this.#tables.values()) {
      if (expiry !== undefined) await this.#sweepTable(create, expiry, now);
    }
    for await (const [key, value] of this.#store.db.iterator({ gte: 'token~', lt: 'token~\xff' })) {
      if ((value as { at: number }).at + 3_600_000 < now) await this.#store.db.batch([{ type: 'del', key }]);
    }
  }

  async #sweepTable({ TableName, KeySchema }: TableDescription['create'], expiry: string, now: number) {
    const { Items } = await run<{ Items: Record<string, { N?: string }>[] }>(this.#store, 'Scan', {
      TableName,
      FilterExpression: '#e < :now',
      ExpressionAttributeNames: { '#e': expiry },
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1000)) } },
    });
    for (const item of Items) {
      const Key = Object.fromEntries(
        KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]]),
      );
      const removal = {
        TableName,
        Key,
        ConditionExpression: '#e = :seen',
        ExpressionAttributeNames: { '#e': expiry },
        ExpressionAttributeValues: { ':seen': item[expiry] },
      };
      const remove = () => run(this.#store, 'DeleteItem', removal).catch(() => undefined); // a caller has changed its expiry since the scan
      await this.#turns.take(this.#deedsOf('DeleteItem', removal).map(partitionOf), remove);
    }
  }

  async close() {
    await this.#turns.idle();
    await new Promise((done) => this.#store.lifecycleManager.gracefulClose(done));
  }
}
