import { posix } from 'node:path';
import * as z from 'zod/mini';
import type { Assembly } from '../assembly/assembly.ts';
import { account } from '../assembly/identity.ts';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';
import type { S3 } from '../s3/service.ts';
import type { Secrets } from '../secrets.ts';
import { type Connector, readConnectors } from './read-connectors.ts';
import { putWhole, SessionError, type SftpServer, withSession } from './sftp-session.ts';

interface Parts {
  readonly guard: Guard;
  readonly s3: S3;
  readonly secrets: Secrets;
  /** The servers that connectors reach, by host name. They reach no others. */
  readonly servers: Readonly<Record<string, SftpServer>>;
  readonly publish: (event: Readonly<Record<string, unknown>>) => void;
}

interface FileResult {
  readonly FilePath: string;
  readonly StatusCode: 'QUEUED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  readonly FailureCode?: string;
  readonly FailureMessage?: string;
}

const path = z.string().check(z.minLength(1), z.maxLength(1024));
const connectorId = z.string().check(z.regex(/^c-[0-9a-f]{17}$/));

/** Limits: https://docs.aws.amazon.com/transfer/latest/userguide/API_StartFileTransfer.html */
const inputs = {
  StartFileTransfer: z.strictObject({
    ConnectorId: connectorId,
    SendFilePaths: z.array(path).check(z.minLength(1), z.maxLength(10)),
    RemoteDirectoryPath: z.optional(path),
  }),
  ListFileTransferResults: z.strictObject({ ConnectorId: connectorId, TransferId: path }),
  StartRemoteMove: z.strictObject({ ConnectorId: connectorId, SourcePath: path, TargetPath: path }),
  StartDirectoryListing: z.strictObject({
    ConnectorId: connectorId,
    RemoteDirectoryPath: path,
    OutputDirectoryPath: path,
    MaxItems: z.optional(z.int().check(z.gte(1), z.lte(10_000))),
  }),
} as const;
type Inputs = { readonly [Name in keyof typeof inputs]: z.output<(typeof inputs)[Name]> };

const defaultMaxItems = 1000;

const failureOf = (error: unknown) => ({
  code: error instanceof SessionError ? error.code : 'INTERNAL_ERROR',
  message: error instanceof Error ? error.message : String(error),
});

/** AWS Transfer Family's SFTP connectors. As on AWS, calls only start something; events have the outcome. */
export class Transfer {
  readonly #connectors: ReadonlyMap<string, Connector>;
  readonly #parts: Parts;
  readonly #results = new Map<string, FileResult[]>();
  readonly #running = new Set<Promise<void>>();
  /** The connections of each connector that are in use, and who waits for one. */
  readonly #lanes = new Map<string, { used: number; readonly waiting: (() => void)[] }>();

  constructor(assembly: Assembly, parts: Parts) {
    this.#connectors = readConnectors(assembly);
    this.#parts = parts;
  }

  get areRunning(): boolean {
    return this.#running.size > 0;
  }

  call(caller: string, operation: string, input: object): object {
    if (!(operation in inputs))
      throw new ServiceError('UnknownOperationException', `${operation} is not served here.`);
    const name = operation as keyof Inputs;
    const { data, error } = inputs[name].safeParse(input);
    if (data === undefined)
      throw new ServiceError('InvalidRequestException', error.issues[0]?.message ?? 'Invalid request.');
    const connector = this.#connectors.get(data.ConnectorId);
    const resource = connector?.arn ?? `arn:aws:transfer:us-east-1:${account}:connector/${data.ConnectorId}`;
    this.#parts.guard.require(caller, { action: `transfer:${name}`, resource });
    if (connector === undefined)
      throw new ServiceError('ResourceNotFoundException', `Unknown connector ${data.ConnectorId}.`);
    return this.#operations[name](connector, data as never);
  }

  readonly #operations: {
    readonly [Name in keyof Inputs]: (connector: Connector, input: Inputs[Name]) => object;
  } = {
    StartFileTransfer: (connector, { SendFilePaths, RemoteDirectoryPath = '/' }) => {
      const TransferId = crypto.randomUUID();
      const results = SendFilePaths.map((FilePath): FileResult => ({ FilePath, StatusCode: 'QUEUED' }));
      this.#results.set(TransferId, results);
      for (const place of SendFilePaths.keys())
        this.#start(connector, () =>
          this.#send(connector, TransferId, { results, place, RemoteDirectoryPath }),
        );
      return { TransferId };
    },
    ListFileTransferResults: (_, { TransferId }) => {
      const FileTransferResults = this.#results.get(TransferId);
      if (FileTransferResults === undefined)
        throw new ServiceError('ResourceNotFoundException', `Unknown transfer ${TransferId}.`);
      return { FileTransferResults };
    },
    StartRemoteMove: (connector, input) => {
      const MoveId = crypto.randomUUID();
      this.#start(connector, () => this.#move(connector, MoveId, input));
      return { MoveId };
    },
    StartDirectoryListing: (connector, input) => {
      const ListingId = crypto.randomUUID();
      const OutputFileName = `${connector.id}-${ListingId}.json`;
      this.#start(connector, () => this.#list(connector, { ...input, ListingId, OutputFileName }));
      return { ListingId, OutputFileName };
    },
  };

  /** Begins work when a connection of the connector is free, after the call has its response. */
  #start({ id, maxConnections }: Connector, work: () => Promise<void>) {
    const lane = this.#lanes.get(id) ?? { used: 0, waiting: [] };
    this.#lanes.set(id, lane);
    const run = async () => {
      await new Promise<void>((free) => {
        lane.waiting.push(free);
        setImmediate(() => admit());
      });
      await work().finally(() => {
        lane.used -= 1;
        admit();
      });
    };
    const admit = () => {
      while (lane.used < maxConnections) {
        const next = lane.waiting.shift();
        if (next === undefined) return;
        lane.used += 1;
        next();
      }
    };
    const running = run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Throws unless the connector's role allows an action, as AWS does when it uses the role. */
  #requireRole({ accessRole }: Connector, action: string, resource: string, owner = resource) {
    if (!this.#parts.guard.allows(accessRole, { action, resource, owner }))
      throw new SessionError('ACCESS_DENIED', `The access role does not allow ${action} on ${resource}.`);
  }

  #session<T>(connector: Connector, work: Parameters<typeof withSession<T>>[3], root: { path: string }) {
    this.#requireRole(connector, 'secretsmanager:GetSecretValue', connector.secret);
    const server = this.#parts.servers[connector.host];
    if (server === undefined)
      throw new SessionError('UNKNOWN_HOST', `The local cloud knows no server ${connector.host}.`);
    root.path = server.root;
    return withSession(connector, server, this.#parts.secrets.valueOf(connector.secret) ?? '', work);
  }

  /** The bucket, key and ARN of `/bucket/key`. The bucket must be of this cloud. */
  #objectAt(full: string) {
    const [, bucket = '', ...rest] = full.replace(/^\/?/, '/').split('/');
    const objects = this.#parts.s3.bucket(bucket);
    if (objects === undefined) throw new SessionError('FILE_NOT_FOUND', `There is no bucket ${bucket}.`);
    const key = rest.join('/');
    return { objects, bucket, key, owner: `arn:aws:s3:::${bucket}`, arn: `arn:aws:s3:::${bucket}/${key}` };
  }

  async #send(
    connector: Connector,
    TransferId: string,
    sent: { readonly results: FileResult[]; readonly place: number; readonly RemoteDirectoryPath: string },
  ) {
    const { results, place, RemoteDirectoryPath } = sent;
    const { FilePath } = results[place] ?? { FilePath: '' };
    const detail = {
      ...{ operation: 'SEND', 'transfer-id': TransferId, 'file-transfer-id': crypto.randomUUID() },
      ...{ 'file-path': FilePath, 'remote-directory-path': RemoteDirectoryPath },
    };
    results[place] = { FilePath, StatusCode: 'IN_PROGRESS' };
    await this.#report(connector, 'File Send', detail, async () => {
      const { objects, key, owner, arn, bucket } = this.#objectAt(FilePath);
      this.#requireRole(connector, 's3:GetObject', arn, owner);
      const info = objects.find(key);
      if (info === undefined) throw new SessionError('FILE_NOT_FOUND', `There is no object ${FilePath}.`);
      const root = { path: '' };
      const to = () => posix.join(root.path, RemoteDirectoryPath, posix.basename(key));
      await this.#session(connector, (client) => putWhole(client, objects.read(info), to()), root);
      return { bytes: info.size, 'local-file-location': { domain: 'S3', bucket, key } };
    }).then((failure) => {
      results[place] =
        failure === undefined
          ? { FilePath, StatusCode: 'COMPLETED' }
          : { FilePath, StatusCode: 'FAILED', FailureCode: failure.code, FailureMessage: failure.message };
    });
  }

  async #move(connector: Connector, id: string, { SourcePath, TargetPath }: Inputs['StartRemoteMove']) {
    const detail = {
      ...{ operation: 'MOVE', 'move-id': id },
      ...{ 'move-source-path': SourcePath, 'move-target-path': TargetPath },
    };
    await this.#report(connector, 'Remote Move', detail, async () => {
      const root = { path: '' };
      const at = (remote: string) => posix.join(root.path, remote);
      await this.#session(connector, (client) => client.rename(at(SourcePath), at(TargetPath)), root);
      return {};
    });
  }

  async #list(
    connector: Connector,
    {
      RemoteDirectoryPath,
      OutputDirectoryPath,
      MaxItems = defaultMaxItems,
      ...named
    }: Inputs['StartDirectoryListing'] & { readonly ListingId: string; readonly OutputFileName: string },
  ) {
    const detail = {
      ...{ operation: 'LIST_DIR', 'listing-id': named.ListingId, 'max-items': MaxItems },
      ...{ 'output-directory-path': OutputDirectoryPath, 'remote-directory-path': RemoteDirectoryPath },
    };
    await this.#report(connector, 'Directory Listing', detail, async () => {
      const { objects, key, owner, arn, bucket } = this.#objectAt(
        `${OutputDirectoryPath}/${named.OutputFileName}`,
      );
      this.#requireRole(connector, 's3:PutObject', arn, owner);
      const root = { path: '' };
      const found = await this.#session(
        connector,
        (client) => client.list(posix.join(root.path, RemoteDirectoryPath)),
        root,
      );
      const chosen = found.slice(0, MaxItems);
      const pathOf = ({ name }: { readonly name: string }) => posix.join(RemoteDirectoryPath, name);
      const listing = {
        files: chosen
          .filter(({ type }) => type !== 'd')
          .map((each) => ({
            filePath: pathOf(each),
            modifiedTimestamp: new Date(each.modifyTime).toISOString(),
            size: each.size,
          })),
        paths: chosen.filter(({ type }) => type === 'd').map((each) => ({ path: pathOf(each) })),
        truncated: found.length > MaxItems,
      };
      objects.put(key, Buffer.from(JSON.stringify(listing)), { 'content-type': 'application/json' });
      return {
        ...{ 'item-count': chosen.length, truncated: listing.truncated },
        'output-file-location': { domain: 'S3', bucket, key },
      };
    });
  }

  /**
   * Publishes the event about the end of some work. Returns the failure:
   * https://docs.aws.amazon.com/transfer/latest/userguide/event-detail-sftp-connector-events.html
   */
  async #report(
    { id, arn, url }: Connector,
    name: string,
    detail: Readonly<Record<string, unknown>>,
    work: () => Promise<Readonly<Record<string, unknown>>>,
  ) {
    const began = new Date().toISOString();
    const publish = (outcome: string, more: Readonly<Record<string, unknown>>) =>
      this.#parts.publish({
        ...{ version: '0', id: crypto.randomUUID(), source: 'aws.transfer', account, region: 'us-east-1' },
        ...{ 'detail-type': `SFTP Connector ${name} ${outcome}`, resources: [arn] },
        time: new Date().toISOString(),
        detail: {
          ...{ ...detail, 'connector-id': id, url, 'start-timestamp': began },
          ...{ 'end-timestamp': new Date().toISOString(), ...more },
        },
      });
    try {
      const more = await work();
      publish('Completed', { 'status-code': 'COMPLETED', ...more });
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      publish('Failed', {
        ...{ 'status-code': 'FAILED', 'failure-code': failure.code, 'failure-message': failure.message },
      });
      return failure;
    }
  }

  async close() {
    await Promise.all(this.#running);
  }
}
