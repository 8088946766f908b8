import type { Disruption } from '../../../scripts/local-cloud/fault-injection.ts';

type Meets = Disruption['meets'];
type Request = Parameters<Meets>[0];

const operation = ({ headers }: Request) => headers['x-amz-target']?.split('.')[1] ?? '';
const calls =
  (...operations: readonly string[]): Meets =>
  (request) =>
    operations.includes(operation(request));

const readsUpload = ({ method, url }: Request) =>
  method === 'GET' && /^\/[^/]+\/uploads\//.test(url.pathname);

/** What a test may break: each is a real request of a page or a function to the cloud. */
export const broken = {
  tableReads: calls('GetItem', 'Query'),
  tableWrites: calls('TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'),
  saves: (request: Request) => operation(request) === 'TransactWriteItems' && request.body.includes('"ANS#'),
  /** The first step of a conversion takes it so. */
  claims: calls('UpdateItem'),
  machineStarts: calls('StartExecution'),
  accounts: (request: Request) => request.headers['x-amz-target']?.startsWith('AWSCognito') ?? false,
  /** What the page sends a file with. */
  sending: ({ method, headers }: Request) =>
    method === 'POST' && /^multipart\/form-data/.test(headers['content-type'] ?? ''),
  /** Whether a file has arrived is asked before its conversion is noted; what it is, after that. */
  findingUploads: (request: Request) => readsUpload(request) && request.headers.range === 'bytes=0-0',
  inspectingUploads: (request: Request) => readsUpload(request) && request.headers.range !== 'bytes=0-0',
  writingCopies: ({ method, url }: Request) => method === 'PUT' && /^\/[^/]+\/copies\//.test(url.pathname),
  /** One call of the page, before anybody has heard of it. */
  call: (path: string) => (request: Request) => request.url.pathname === path,
} as const;
