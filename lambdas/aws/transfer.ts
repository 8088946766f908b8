import {
  ListFileTransferResultsCommand,
  StartDirectoryListingCommand,
  StartFileTransferCommand,
  StartRemoteMoveCommand,
  TransferClient,
} from '@aws-sdk/client-transfer';
import { environment } from '../runtime/environment.ts';

const transfer = new TransferClient({});

/** Files that one call can send. */
export const maxFilesOfTransfer = 10;
/** Names that one list of a folder can have. */
const maxListed = 10_000;

/** The path of an object of the packages bucket, as Transfer Family writes it. */
export const pathOfObject = (key: string): string => `/${environment('PACKAGES_BUCKET')}/${key}`;

interface Sent {
  readonly connector: string;
  /** Keys in the packages bucket. The last part of each is the file's name at the receiver. */
  readonly keys: readonly string[];
  readonly folder: string;
}

/** Starts to send files to the receiver's folder. Returns the id of the transfer. */
export async function startFileTransfer({ connector, keys, folder }: Sent): Promise<string> {
  const { TransferId = '' } = await transfer.send(
    new StartFileTransferCommand({
      ConnectorId: connector,
      SendFilePaths: keys.map(pathOfObject),
      RemoteDirectoryPath: folder,
    }),
  );
  return TransferId;
}

/** A file of a transfer. A transfer that AWS no longer knows has none. */
export interface FileResult {
  readonly path: string;
  readonly state: 'running' | 'sent' | 'failed';
  readonly reason: string;
}

const states = { COMPLETED: 'sent', FAILED: 'failed', QUEUED: 'running', IN_PROGRESS: 'running' } as const;

export async function fileTransferResults(connector: string, id: string): Promise<readonly FileResult[]> {
  const command = new ListFileTransferResultsCommand({ ConnectorId: connector, TransferId: id });
  const results = await transfer.send(command).then(
    ({ FileTransferResults = [] }) => FileTransferResults,
    (error: unknown) => {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return [];
      throw error;
    },
  );
  return results.map(({ FilePath = '', StatusCode, FailureCode, FailureMessage }) => ({
    path: FilePath,
    state: states[StatusCode ?? 'FAILED'],
    reason: [FailureCode, FailureMessage].filter(Boolean).join(': '),
  }));
}

/** Starts to rename a file of the receiver. Returns the id of the move. */
export async function startRemoteMove(connector: string, from: string, to: string): Promise<string> {
  const command = new StartRemoteMoveCommand({ ConnectorId: connector, SourcePath: from, TargetPath: to });
  const { MoveId = '' } = await transfer.send(command);
  return MoveId;
}

/** Starts to list the receiver's folder into an object under a prefix of the packages bucket. */
export async function startDirectoryListing(connector: string, folder: string, prefix: string) {
  const { ListingId = '', OutputFileName = '' } = await transfer.send(
    new StartDirectoryListingCommand({
      ConnectorId: connector,
      RemoteDirectoryPath: folder,
      OutputDirectoryPath: pathOfObject(prefix),
      MaxItems: maxListed,
    }),
  );
  return { id: ListingId, key: `${prefix}/${OutputFileName}` };
}
