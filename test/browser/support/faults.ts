import type { Fault } from '../../../scripts/local-cloud/index.ts';

type Matcher = Fault['matches'];
type Request = Parameters<Matcher>[0];

const operation = ({ headers }: Request) => headers['x-amz-target']?.split('.')[1] ?? '';
const operations =
  (...names: readonly string[]): Matcher =>
  (request) =>
    names.includes(operation(request));

const readsUpload = ({ method, url }: Request) =>
  method === 'GET' && /^\/[^/]+\/uploads\//.test(url.pathname);

/**
 * The requests that a test can make fail, hang or time out: each goes from a page or a function to the cloud.
 */
export const faults = {
  tableReads: operations('GetItem', 'Query'),
  tableWrites: operations('TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'),
  saves: (request: Request) =>
    operation(request) === 'TransactWriteItems' && request.body.includes('"ANSWERS#'),
  /** The first step of a conversion marks its item as taken. */
  claimingConversions: operations('UpdateItem'),
  startingStateMachines: operations('StartExecution'),
  cognito: (request: Request) => request.headers['x-amz-target']?.startsWith('AWSCognito') ?? false,
  /** The page's upload of a file to S3. */
  sending: ({ method, headers }: Request) =>
    method === 'POST' && /^multipart\/form-data/.test(headers['content-type'] ?? ''),
  /**
   * Before a conversion is stored, one byte is read to see whether the file has arrived; its type is read
   * afterwards.
   */
  findingUploads: (request: Request) => readsUpload(request) && request.headers.range === 'bytes=0-0',
  inspectingUploads: (request: Request) => readsUpload(request) && request.headers.range !== 'bytes=0-0',
  writingPdfs: ({ method, url }: Request) =>
    method === 'PUT' && /^\/[^/]+\/application-pdfs\//.test(url.pathname),
  requestingConversions: ({ method, url }: Request) =>
    method === 'POST' && url.pathname.startsWith('/api/pdf/document-answer/'),
  /** One call of the page, before the server receives it. */
  call: (path: string) => (request: Request) => request.url.pathname === path,
} as const;
