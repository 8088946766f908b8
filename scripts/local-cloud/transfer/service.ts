import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import type { Assembly } from '../assembly/assembly.ts';
import { account } from '../assembly/identity.ts';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';
import type { S3 } from '../s3/service.ts';
import { type Connector, readConnectors } from './read-connectors.ts';

interface Parts {
  readonly guard: Guard;
  readonly s3: S3;
  /** The folder that stands for every SFTP server. */
  readonly folder: string;
  /** Gets the path of each file that arrives there. */
  readonly onArrival: (file: string) => void;
}

interface FileResult {
  readonly FilePath: string;
  readonly StatusCode: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  readonly FailureCode?: string;
}

const path = z.string().check(z.minLength(1), z.maxLength(1024));
const connectorId = z.string().check(z.regex(/^c-[0-9a-f]{17}$/));

/** Limits: https://docs.aws.amazon.com/transfer/latest/userguide/API_StartFileTransfer.html */
const inputs = {
  StartFileTransfer: z.strictObject({
    ConnectorId: connectorId,
    SendFilePaths: z.array(path).check(z.minLength(1), z.maxLength(10)),
    RemoteDirectoryPath: path,
  }),
  ListFileTransferResults: z.strictObject({ ConnectorId: connectorId, TransferId: path }),
} as const;
type Inputs = { readonly [Name in keyof typeof inputs]: z.output<(typeof inputs)[Name]> };

/** A stand-in for AWS Transfer Family's SFTP connectors: files arrive in a folder of this machine. */
export class Transfer {
  readonly #connectors: ReadonlyMap<string, Connector>;
  readonly #parts: Parts;
  readonly #results = new Map<string, readonly FileResult[]>();
  /** Transfers whose results were asked for: the first call finds every file in progress. */
  readonly #asked = new Set<string>();

  constructor(assembly: Assembly, parts: Parts) {
    this.#connectors = readConnectors(assembly);
    this.#parts = parts;
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
    StartFileTransfer: (connector, { SendFilePaths, RemoteDirectoryPath }) => {
      const TransferId = crypto.randomUUID();
      this.#results.set(
        TransferId,
        SendFilePaths.map((file) => this.#send(connector, file, RemoteDirectoryPath)),
      );
      return { TransferId };
    },
    ListFileTransferResults: (_, { TransferId }) => {
      const FileTransferResults = this.#results.get(TransferId);
      if (FileTransferResults === undefined)
        throw new ServiceError('ResourceNotFoundException', `Unknown transfer ${TransferId}.`);
      if (this.#asked.has(TransferId)) return { FileTransferResults };
      this.#asked.add(TransferId);
      const inProgress = ({ FilePath }: FileResult): FileResult => ({ FilePath, StatusCode: 'IN_PROGRESS' });
      return { FileTransferResults: FileTransferResults.map(inProgress) };
    },
  };

  /** Sends `/bucket/key`, if the connector's role may read it and the key of the server. */
  #send({ accessRole, secret }: Connector, FilePath: string, folder: string): FileResult {
    const { guard, s3, folder: root, onArrival } = this.#parts;
    const failed = (FailureCode: string): FileResult => ({ FilePath, StatusCode: 'FAILED', FailureCode });
    const [, bucket = '', ...rest] = FilePath.split('/');
    const key = rest.join('/');
    const [owner, file] = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/${key}`];
    const mayRead = guard.allows(accessRole, { action: 's3:GetObject', resource: file, owner });
    const readKey = { action: 'secretsmanager:GetSecretValue', resource: secret, owner: secret };
    if (!mayRead || !guard.allows(accessRole, readKey)) return failed('ACCESS_DENIED');
    const objects = s3.bucket(bucket);
    const info = objects?.find(key);
    if (objects === undefined || info === undefined) return failed('FILE_NOT_FOUND');
    const target = join(root, folder, basename(key));
    try {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(target, objects.read(info));
    } catch {
      return failed('PERMISSION_DENIED');
    }
    onArrival(target);
    return { FilePath, StatusCode: 'COMPLETED' };
  }
}
