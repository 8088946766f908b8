import { createRequire } from 'node:module';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { tableKeys } from '../../support/function-settings.ts';
import { type Attributes, type Plain, toAttributes, toPlain } from './attribute-values.ts';
import { type Expressions, type Parsed, parseExpressions } from './parsed-expressions.ts';

// The local cloud uses dynalite on a file. This table uses dynalite's parsers, conditions and updates, but
// keeps the items in maps. A call takes a tenth of the time, and copying all items takes none.

type Done = (error: unknown, value?: { Attributes?: Attributes }) => void;

const require = createRequire(import.meta.url);
const { matchesExprFilter }: { matchesExprFilter(item: Attributes, expression: unknown): boolean } =
  require('dynalite/db');
const updateItem: (store: object, data: object, done: Done) => void = require('dynalite/actions/updateItem');

/** The members of DynamoDB's inputs that the table reads. */
export interface TableInput extends Expressions {
  readonly Key?: Plain;
  readonly Item?: Plain;
  readonly ReturnValues?: string;
  readonly ConsistentRead?: boolean;
  readonly Limit?: number;
  readonly ScanIndexForward?: boolean;
  readonly ExclusiveStartKey?: Plain;
  readonly TransactItems?: readonly Readonly<Record<string, TableInput>>[];
  readonly ClientRequestToken?: string;
}

const failure = (name: string, message: string) => Object.assign(new Error(message), { name });
const conditionFailed = () => failure('ConditionalCheckFailedException', 'The conditional request failed');

const keyOf = ({ Key, Item }: TableInput): readonly [pk: string, sk: string] => {
  const { pk, sk } = Key ?? Item ?? {};
  return [String(pk), String(sk)];
};

const inputOf = (operation: Readonly<Record<string, TableInput>>): readonly [string, TableInput] => {
  const [entry] = Object.entries(operation);
  if (entry === undefined) throw failure('ValidationException', 'An empty item of a transaction.');
  return entry;
};

/** One text for each item that a call writes. */
export const writtenBy = (input: TableInput): readonly string[] =>
  (input.TransactItems ?? [{ Write: input }]).map((each) => keyOf(inputOf(each)[1]).join(' '));

interface Written {
  readonly pk: string;
  readonly sk: string;
  /** Undefined for an item that is deleted. */
  readonly item: Attributes | undefined;
  readonly returned?: Attributes | undefined;
}

type Partition = ReadonlyMap<string, Attributes>;

/**
 * A table with the keys pk and sk. Items are never changed but replaced, so a copy of the table is two levels
 * of maps.
 */
export class MemoryTable {
  #partitions: Map<string, Map<string, Attributes>>;
  /** State of each item before its last change, which an eventually consistent read may still return. */
  #before = new Map<string, Attributes | undefined>();
  #tokens = new Map<string, string>();

  constructor(partitions: ReadonlyMap<string, Partition> = new Map()) {
    this.#partitions = new Map([...partitions].map(([pk, items]) => [pk, new Map(items)]));
  }

  copy(): MemoryTable {
    return new MemoryTable(this.#partitions);
  }

  has(key: string): boolean {
    const [pk = '', sk = ''] = key.split(' ');
    return this.#find(pk, sk) !== undefined;
  }

  /** Yields every item of the partitions whose key begins with `prefix`. */
  *itemsUnder(prefix: string): Generator<Plain> {
    for (const [pk, items] of this.#partitions)
      if (pk.startsWith(prefix)) for (const item of items.values()) yield toPlain(item);
  }

  /**
   * True if a transaction with this token was written. DynamoDB then responds to repeated requests
   * immediately.
   */
  isWritten({ ClientRequestToken: token = '' }: TableInput): boolean {
    return this.#tokens.has(token);
  }

  call(operation: string, input: TableInput, isStale = false): object {
    switch (operation) {
      case 'GetCommand':
        return this.#get(input, isStale);
      case 'QueryCommand':
        return this.#query(input, isStale);
      case 'TransactWriteCommand':
        return this.#transact(input);
      default: {
        const written = this.#try(operation.replace('Command', ''), input);
        if (written === undefined) throw conditionFailed();
        this.#store(written);
        return written.returned === undefined ? {} : { Attributes: toPlain(written.returned) };
      }
    }
  }

  #find(pk: string, sk: string): Attributes | undefined {
    return this.#partitions.get(pk)?.get(sk);
  }

  #read(pk: string, sk: string, isStale: boolean): Attributes | undefined {
    const key = `${pk} ${sk}`;
    return isStale && this.#before.has(key) ? this.#before.get(key) : this.#find(pk, sk);
  }

  #get(input: TableInput, isStale: boolean) {
    const found = this.#read(...keyOf(input), isStale && input.ConsistentRead !== true);
    return found === undefined ? {} : { Item: toPlain(found) };
  }

  #query(input: TableInput, isStale: boolean) {
    const { _keyCondition, _filter } = parseExpressions(input);
    const placeholder = /=\s*(:\w+)/.exec(input.KeyConditionExpression ?? '')?.[1] ?? '';
    const pk = String(input.ExpressionAttributeValues?.[placeholder]);
    const keys = [...(this.#partitions.get(pk)?.keys() ?? [])].sort();
    const start = input.ExclusiveStartKey?.sk;
    const found = (input.ScanIndexForward === false ? keys.reverse() : keys)
      .map((sk) => this.#read(pk, sk, isStale && input.ConsistentRead !== true))
      .filter((item) => item !== undefined)
      .filter((item) => _keyCondition === undefined || matchesExprFilter(item, _keyCondition.expression))
      .filter(({ sk }) => start === undefined || String(sk?.S) > String(start));
    const page = found.slice(0, input.Limit);
    const last = page.length < found.length ? page.at(-1) : undefined;
    const shown = page.filter((item) => _filter === undefined || matchesExprFilter(item, _filter.expression));
    return {
      Items: shown.map(toPlain),
      Count: shown.length,
      ...(last && { LastEvaluatedKey: { pk, sk: last.sk?.S } }),
    };
  }

  /** Undefined when the condition fails. */
  #try(kind: string, input: TableInput): Written | undefined {
    const [pk, sk] = keyOf(input);
    const parsed = parseExpressions(input);
    const old = this.#find(pk, sk);
    if (parsed._condition !== undefined && !matchesExprFilter(old ?? {}, parsed._condition.expression))
      return undefined;
    const returned = input.ReturnValues === 'ALL_OLD' ? old : undefined;
    switch (kind) {
      case 'Put':
        return { pk, sk, returned, item: toAttributes(input.Item ?? {}) };
      case 'Delete':
        return { pk, sk, returned, item: undefined };
      case 'ConditionCheck':
        return { pk, sk, item: old };
      case 'Update':
        return { pk, sk, ...updated(input, parsed, old) };
      default:
        throw failure('UnknownOperationException', `The table in memory does not serve ${kind}.`);
    }
  }

  #store({ pk, sk, item }: Written) {
    const partition = this.#partitions.get(pk) ?? new Map<string, Attributes>();
    this.#partitions.set(pk, partition);
    this.#before.set(`${pk} ${sk}`, partition.get(sk));
    if (item === undefined) partition.delete(sk);
    else partition.set(sk, item);
  }

  /** Checks every condition before writing anything. A repeated token writes only once. */
  #transact({ TransactItems = [], ClientRequestToken: token }: TableInput) {
    const request = JSON.stringify(TransactItems);
    if (token !== undefined && this.#tokens.has(token)) {
      if (this.#tokens.get(token) === request) return {};
      throw failure('IdempotentParameterMismatchException', 'The same token with different parameters.');
    }
    if (new Set(writtenBy({ TransactItems })).size < TransactItems.length)
      throw failure(
        'ValidationException',
        'Transaction request cannot include multiple operations on one item',
      );
    const attempts = TransactItems.map((each) => this.#attempt(...inputOf(each)));
    if (attempts.some((each) => typeof each === 'string'))
      throw canceled(attempts.map((each) => (typeof each === 'string' ? each : 'None')));
    for (const each of attempts) if (typeof each !== 'string') this.#store(each);
    if (token !== undefined) this.#tokens.set(token, request);
    return {};
  }

  /** Returns the item to write, or the reason why the write fails. */
  #attempt(kind: string, input: TableInput): Written | string {
    try {
      return this.#try(kind, input) ?? 'ConditionalCheckFailed';
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('The document path')) return 'ValidationError';
      throw error;
    }
  }
}

export const canceled = (codes: readonly string[]) =>
  new TransactionCanceledException({
    message: `Transaction cancelled [${codes.join(', ')}]`,
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

const isError = (value: unknown): value is { readonly body: { readonly message?: string } } =>
  typeof value === 'object' && value !== null && 'body' in value;

/** The item as dynalite's update leaves it. It works on a copy. */
function updated({ Key = {}, ReturnValues }: TableInput, { _updates }: Parsed, old: Attributes | undefined) {
  let item: Attributes | undefined;
  let returned: Attributes | undefined;
  const items = {
    lock: (_: string, work: (release: (done: Done) => Done) => void) => work((done) => done),
    get: (_: string, done: (error: unknown, found?: Attributes) => void) => done(null, old),
    put: (_: string, value: Attributes, done: Done) => {
      item = value;
      done(null);
    },
  };
  const store = {
    options: { maxItemSize: 409_600 },
    getTable: (_: string, done: (error: null, table: object) => void) => done(null, tableKeys),
    getItemDb: () => items,
  };
  updateItem(store, { Key: toAttributes(Key), ReturnValues, _updates }, (error, value) => {
    if (isError(error)) throw failure('ValidationException', error.body.message ?? '');
    if (error) throw error;
    returned = value?.Attributes;
  });
  return { item, returned };
}
