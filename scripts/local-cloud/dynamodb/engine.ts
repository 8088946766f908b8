import { createRequire } from 'node:module';
import { ServiceError } from '../http.ts';

type Callback = (error: unknown, value?: unknown) => void;
type Action = (store: Store, data: unknown, done: Callback) => void;

/** The part of dynalite's sub-database that its actions use. */
export interface SubDatabase {
  put(key: string, value: unknown, done: Callback): void;
  get(key: string, done: Callback): void;
  del(key: string, done: Callback): void;
  readonly lock: unknown;
}

export interface Store {
  readonly db: {
    batch(operations: readonly unknown[]): Promise<void>;
    get(key: string): Promise<unknown>;
    getSync(key: string): unknown;
    keys(options: object): AsyncIterable<string>;
    iterator(options: object): AsyncIterable<[string, unknown]>;
    open(): Promise<void>;
  };
  getItemDb(table: string): SubDatabase;
  getIndexDb(type: string, table: string, index: string): SubDatabase;
  getTable(name: string, ...rest: [checkStatus: boolean, done: Callback] | [done: Callback]): void;
  readonly lifecycleManager: { gracefulClose(done: Callback): void };
}

interface Validation {
  readonly types: unknown;
  readonly custom?: unknown;
}

interface Validations {
  checkTypes(data: unknown, types: unknown): unknown;
  checkValidations(data: unknown, types: unknown, custom: unknown, store: Store): void;
}

// dynalite is CommonJS without types. Its actions are called directly, without its HTTP server: transactions
// need that, and an internal error fails the call instead of the process.
const require = createRequire(import.meta.url);
const database: { create(options: object): Store } = require('dynalite/db');
const validations: Validations = require('dynalite/validations');

const operations = [
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
  'UpdateTable',
] as const;
export type Operation = (typeof operations)[number];

const fileOf = (operation: string) => `${operation.charAt(0).toLowerCase()}${operation.slice(1)}`;
const actions = Object.fromEntries(
  operations.map((each): [string, { run: Action; validation: Validation }] => [
    each,
    {
      run: require(`dynalite/actions/${fileOf(each)}`),
      validation: require(`dynalite/validations/${fileOf(each)}`),
    },
  ]),
);

export const isOperation = (name: string): name is Operation => actions[name] !== undefined;

export function openStore(path: string): Store {
  const store = database.create({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  readAtOnce(store);
  return store;
}

/** The database reads in another thread. The round trip takes many times longer than one read. */
function readAtOnce({ db }: Store) {
  const read = async (key: string) => db.getSync(key);
  const get = (key: string, done?: Callback) => {
    const value = read(key);
    if (done === undefined) return value;
    value.then(
      (found) => setImmediate(done, null, found),
      (error) => setImmediate(done, error),
    );
  };
  Object.assign(db, { get });
}

/** A store that caches table descriptions: after the start, no table of the assembly changes. */
export function rememberTables(store: Store, isFixed: (table: string) => boolean): Store {
  const known = new Map<string, unknown>();
  const getTable: Store['getTable'] = (name, ...rest) => {
    if (!isFixed(name)) return store.getTable(name, ...rest);
    const done = rest.at(-1) as Callback;
    const table = known.get(name);
    if (table !== undefined) return done(null, table);
    store.getTable(name, true, (error, found) => {
      if (!error) known.set(name, found);
      done(error, found);
    });
  };
  return { ...store, getTable };
}

/** Runs one DynamoDB operation on a store. Throws errors with DynamoDB's names. */
export function run<T>(store: Store, operation: Operation, input: object): Promise<T> {
  const { run: action, validation } = actions[operation] as { run: Action; validation: Validation };
  return new Promise<T>((resolve, reject) => {
    const data = validations.checkTypes(structuredClone(input), validation.types);
    validations.checkValidations(data, validation.types, validation.custom, store);
    action(store, data, (error, value) => (error ? reject(error) : resolve(value as T)));
  }).catch((error: unknown) => {
    throw asServiceError(error);
  });
}

function asServiceError(error: unknown) {
  const body = (error as { body?: { __type?: string; message?: string; Message?: string } } | null)?.body;
  if (body === undefined) return error;
  const code = body.__type?.split('#').pop() ?? 'ValidationException';
  return new ServiceError(code, body.message ?? body.Message ?? '', 400);
}
