import * as z from 'zod/mini';
import type { DeliveryTo } from '../../shared/api/deliveries.ts';
import { chunks } from '../../shared/rules/chunks.ts';
import { outgoingFolder, outgoingKey } from '../aws/object-keys.ts';
import { readPackaged } from '../aws/outgoing-objects.ts';
import {
  type FileResult,
  fileTransferResults,
  maxFilesOfTransfer,
  startDirectoryListing,
  startFileTransfer,
  startRemoteMove,
} from '../aws/transfer.ts';
import { now } from '../runtime/clock.ts';
import { describeError } from '../runtime/log.ts';
import type { OutgoingBatch, OutgoingFile } from '../store/items.ts';
import { type Progress, TransferFailed, withState } from './delivery-progress.ts';

// Files are sent as `.part`, then renamed. Each step starts something at AWS and returns: events continue.

type Sftp = DeliveryTo<'sftp'>;

const remotePath = ({ folder }: Sftp, name: string): string => `${folder === '/' ? '' : folder}/${name}`;

const hourMs = 3_600_000;

/** Reason for which a transfer counts as a failed try. One that still runs is not started again. */
function failureOf({ state, since = 0 }: OutgoingFile, result: FileResult | undefined): string | undefined {
  if (state !== 'sending' || result?.state === 'sent') return undefined;
  if (result === undefined) return 'AWS no longer knows the transfer.';
  if (result.state === 'failed') return result.reason;
  return since < now() - hourMs ? 'The transfer has been running for more than an hour.' : undefined;
}

/** Asks for the outcome of transfers whose events are late or lost. */
async function checkTransfers(delivery: Sftp, { files }: OutgoingBatch): Promise<OutgoingFile[]> {
  const ids = new Set(files.flatMap(({ state, id }) => (state === 'sending' && id !== undefined ? id : [])));
  // By name, because AWS does not say if the path is that of the object or that at the receiver.
  const placeOf = (id: string, path: string) => `${id} ${path.slice(path.lastIndexOf('/') + 1)}`;
  const results = [...ids].map(async (id) =>
    (await fileTransferResults(delivery.connector, id)).map(
      (each) => [placeOf(id, each.path), each] as const,
    ),
  );
  const found = new Map((await Promise.all(results)).flat());
  const resultOf = ({ name, state, id = '' }: OutgoingFile) =>
    state === 'sending' ? found.get(placeOf(id, `${name}.part`)) : undefined;
  const checked = files.map((file) => {
    const result = resultOf(file);
    if (file.state !== 'sending' || result?.state === 'running') return file;
    return withState(file, result?.state === 'sent' ? 'sent' : 'written');
  });
  const failure = files.map((file) => failureOf(file, resultOf(file))).find((each) => each !== undefined);
  if (failure !== undefined) throw new TransferFailed(failure, checked);
  return checked;
}

/** Starts to send what is not sent. Sending a file again overwrites its `.part`. */
async function startSending(delivery: Sftp, number: number, files: readonly OutgoingFile[]) {
  const ids = new Map<string, string>();
  const started = () =>
    files.map((file) => (ids.has(file.name) ? withState(file, 'sending', ids.get(file.name)) : file));
  const waiting = files.filter(({ state }) => state === 'written');
  for (const group of chunks(waiting, maxFilesOfTransfer)) {
    const keys = group.map((file) => outgoingKey(delivery.name, number, file));
    try {
      const id = await startFileTransfer({ ...delivery, keys });
      for (const { name } of group) ids.set(name, id);
    } catch (error) {
      if (ids.size === 0) throw error;
      throw new TransferFailed(describeError(error).message, started());
    }
  }
  return started();
}

/** The file that Transfer Family writes. Paths are relative to the listed folder, or absolute. */
const listingFile = z.object({
  files: z.optional(z.array(z.object({ filePath: z.string() }))),
  truncated: z.optional(z.boolean()),
});

/** Reads a list of the receiver's folder. Without it, the next try asks for another. */
async function readListing(key: string, files: readonly OutgoingFile[]): Promise<ReadonlySet<string>> {
  const text = await readPackaged(key).catch(() => undefined);
  if (text === undefined) throw new TransferFailed("The receiver's folder could not be listed.", files);
  const { files: listed = [], truncated = false } = listingFile.parse(
    JSON.parse(Buffer.from(text).toString()),
  );
  if (truncated) throw new TransferFailed("The receiver's folder has more than 10,000 files.", files);
  return new Set(listed.map(({ filePath }) => filePath.slice(filePath.lastIndexOf('/') + 1)));
}

/**
 * State of a file whose rename began, by the names in the receiver's folder. Without both, the receiver
 * has imported the file, or deleted a `.part` whose rename is known to have failed: then it has no id.
 */
const afterMove = (names: ReadonlySet<string>, { name, id }: OutgoingFile): OutgoingFile['state'] => {
  if (names.has(`${name}.part`)) return 'sent';
  return names.has(name) || id !== undefined ? 'done' : 'written';
};

/**
 * Compares names, because servers write paths differently. A rename without an outcome counts as a failed try
 * if it changed nothing.
 */
async function checkMoves(key: string, files: readonly OutgoingFile[]): Promise<OutgoingFile[]> {
  const names = await readListing(key, files);
  const checked = files.map((file) =>
    file.state === 'moving' ? withState(file, afterMove(names, file)) : file,
  );
  const isUnmoved = ({ id }: OutgoingFile, place: number) =>
    id !== undefined && checked[place]?.state === 'sent';
  if (files.some(isUnmoved))
    throw new TransferFailed('A file was not renamed, and AWS says no reason.', checked);
  return checked;
}

/** The last file is renamed last: receivers may take it as the sign that the others are there. */
function movable(files: readonly OutgoingFile[]): readonly OutgoingFile[] {
  const others = files.slice(0, -1).filter(({ state }) => state !== 'done');
  return others.length > 0 ? others : files.filter(({ state }) => state !== 'done');
}

async function startMoves(delivery: Sftp, files: readonly OutgoingFile[]): Promise<OutgoingFile[]> {
  const chosen = movable(files);
  const move = async (file: OutgoingFile) => {
    if (!chosen.includes(file)) return file;
    const to = remotePath(delivery, file.name);
    return withState(file, 'moving', await startRemoteMove(delivery.connector, `${to}.part`, to));
  };
  return Promise.all(files.map(move));
}

/** Starts what can follow: files are renamed when all are sent. */
const startNext = (delivery: Sftp, { number }: OutgoingBatch, files: readonly OutgoingFile[]) =>
  files.some(({ state }) => state === 'written')
    ? startSending(delivery, number, files)
    : startMoves(delivery, files);

/** One step of a batch. The batch is over when all its files are `done`. */
export async function sendBySftp(delivery: Sftp, batch: OutgoingBatch): Promise<Progress> {
  const checked = await checkTransfers(delivery, batch);
  if (checked.some(({ state }) => state === 'written'))
    return { files: await startSending(delivery, batch.number, checked) };
  if (checked.some(({ state }) => state === 'sending')) return { files: checked };
  if (!checked.some(({ state }) => state === 'moving')) return { files: await startMoves(delivery, checked) };
  if (batch.listing === undefined) {
    const prefix = outgoingFolder(delivery.name, batch.number).slice(0, -1);
    return {
      files: checked,
      listing: await startDirectoryListing(delivery.connector, delivery.folder, prefix),
    };
  }
  return { files: await startNext(delivery, batch, await checkMoves(batch.listing.key, checked)) };
}
