import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PushedDelivery } from '../../shared/api/deliveries.ts';
import { day, minute, startSmallStore } from '../support/small-store.ts';

/** The names of the files that receivers got, in order, and those in the folder of the server. */
const receiver = vi.hoisted(() => ({ got: [] as string[], folder: [] as string[] }));
const transfers = vi.hoisted(() => ({ results: [] as { path: string; state: string; reason: string }[] }));
vi.mock('../../lambdas/aws/outgoing-objects.ts', () => ({
  readPackaged: async () =>
    Buffer.from(JSON.stringify({ files: receiver.folder.map((filePath) => ({ filePath })) })),
  deleteOutgoing: async () => undefined,
  writeToReceiver: async (_bucket: unknown, key: string) => void receiver.got.push(key),
}));
vi.mock('../../lambdas/aws/transfer.ts', () => ({
  maxFilesOfTransfer: 10,
  startFileTransfer: async ({ keys: [key = ''] }: { readonly keys: readonly string[] }) => {
    receiver.got.push(key.slice(key.lastIndexOf('/') + 1));
    return 'transfer';
  },
  fileTransferResults: async () => transfers.results,
  startDirectoryListing: async () => ({ id: 'listing', key: 'outgoing/crm/000001/listing.json' }),
  startRemoteMove: async (_connector: string, _from: string, to: string) => {
    receiver.got.push(to.slice(1));
    return 'move';
  },
}));

const store = await startSmallStore();
Object.assign(process.env, { PACKAGES_BUCKET: 'packages' });
const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { sendDue } = await import('../../lambdas/use-cases/send-files.ts');
const { readDeliveryState } = await import('../../lambdas/store/delivery-states.ts');
const { keys } = await import('../../lambdas/store/keys.ts');
const { applicantId } = await import('../../lambdas/runtime/ids.ts');
const { table, TableName } = await import('../../lambdas/store/table.ts');

vi.spyOn(console, 'info').mockImplementation(() => undefined);
const errors: { readonly event: string; readonly reason?: string }[] = [];
vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line));
beforeEach(() => {
  receiver.got = [];
  receiver.folder = [];
  transfers.results = [];
  errors.length = 0;
});

const common = { format: 'package', schedule: 'each' } as const;
const bucket: PushedDelivery = {
  ...{ ...common, name: 'lake', to: 's3' },
  ...{ bucket: 'their-bucket', prefix: '', region: 'us-east-1' },
};
const server: PushedDelivery = { ...common, name: 'sis', to: 'sftp', connector: 'c-1', folder: '/' };

const crm: PushedDelivery = { ...server, name: 'crm' };

const put = (Item: Readonly<Record<string, unknown>>) => table.send(new PutCommand({ TableName, Item }));
/** A package in the queue of a push. */
function queued(confirmation: string, { name: delivery }: PushedDelivery) {
  const sub = applicantId.parse(`1-${confirmation}`);
  const [folder, queued_at] = [`packages/${confirmation}/`, new Date(store.now()).toISOString()];
  return { ...keys.queuedPackage(sub, delivery), ...{ delivery, confirmation, folder, queued_at } };
}

type File = Readonly<Record<string, unknown>>;
/** Stores a push that has sent a part of its batch. */
const storeBatch = ({ name }: PushedDelivery, files: readonly File[]) =>
  put({
    ...keys.deliveryState(name),
    ...{ rev: 7, claim: 10, batches: 0, cursors: {}, mark: '2026-11-22T12:00:00.000Z' },
    ...{ tries: 0, next_at: store.now(), is_waiting: false },
    batch: {
      ...{ number: 1, begun_at: new Date(store.now() - 3 * day).toISOString(), cursors: {} },
      ...{ files, applications: files.length, queued: files.flatMap((file) => file.queued ?? []) },
    },
  });

const stateOf = ({ name }: PushedDelivery) => readDeliveryState(name, '');

describe('a batch of packages that continues after a failure', () => {
  it.each([
    { to: 'bucket', delivery: bucket, state: 'written' },
    { to: 'server', delivery: server, state: 'sent' },
  ])('hands over to a $to nothing of an applicant who was deleted since', async ({ delivery, state }) => {
    const names = ['NLU-SENT', 'NLU-DELETED', 'NLU-LATER'];
    const [sent, deleted, later] = names.map((name) => queued(name, delivery));
    for (const one of [sent, later]) await put(one ?? expect.unreachable());
    const files = [sent, deleted, later].map((one) => ({
      ...{ name: `${delivery.name}-${one?.confirmation}.zip`, size: 1, queued: one?.sk },
      state: one === sent ? 'done' : state,
    }));
    await storeBatch(delivery, files);
    await sendDue([delivery], store.now() + minute);
    expect(receiver.got).toEqual([`${delivery.name}-NLU-LATER.zip`]);
  });
});

describe('a file whose rename began', () => {
  /** Runs the schedule twice: the first run asks for a list of the folder, the second one reads it. */
  async function readFolder(file: File, folder: readonly string[]) {
    receiver.folder = [...folder];
    await storeBatch(crm, [{ name: 'crm-NLU-1.zip', size: 1, state: 'moving', ...file }]);
    await sendDue([crm], store.now() + minute);
    store.pass(minute);
    await sendDue([crm], store.now() + minute);
    return stateOf(crm);
  }

  it.each([
    { it: 'is delivered if the receiver has it', file: {}, folder: ['/crm-NLU-1.zip'], got: [] },
    { it: 'is delivered if no failure is known and it is gone', file: { id: 'move' }, folder: [], got: [] },
    {
      it: 'is sent again if its rename failed and the receiver deleted it',
      ...{ file: {}, folder: [], got: ['crm-NLU-1.zip.part'] },
    },
    {
      it: 'is renamed again if its rename failed and the receiver has it',
      ...{ file: {}, folder: ['/crm-NLU-1.zip.part'], got: ['crm-NLU-1.zip'] },
    },
  ])('$it', async ({ file, folder, got }) => {
    const { batch } = await readFolder(file, folder);
    expect(receiver.got).toEqual(got);
    expect(batch === undefined).toBe(got.length === 0);
  });
});

describe('an outcome that never comes', () => {
  const name = 'crm-NLU-1.zip';

  it.each([
    {
      it: 'of a transfer that AWS says is running is reported after an hour, and the file is sent once',
      file: { state: 'sending', id: 'transfer' },
      ...{ results: ['running'], folder: [], got: 0, after: 61, reason: /running for more than an hour/ },
    },
    {
      it: 'of a transfer that AWS does not know is reported with each try',
      file: { state: 'sending', id: 'transfer' },
      ...{ results: [], folder: [], got: 9, after: 0, reason: /no longer knows/ },
    },
    {
      it: 'of a rename that changes nothing is reported with each try',
      file: { state: 'moving', id: 'move' },
      ...{ results: [], folder: [`/${name}.part`], got: 9, after: 1, reason: /not renamed/ },
    },
  ])('$it', async ({ file, results, folder, got, after, reason }) => {
    transfers.results = results.map((state) => ({ path: `/${name}.part`, state, reason: '' }));
    receiver.folder = folder;
    // A batch of which nothing was sent would be made again.
    const sent = { name: 'crm-NLU-0.zip', size: 1, state: 'done' };
    await storeBatch(crm, [sent, { name, size: 1, ...file, since: store.now() }]);
    let first = 0;
    for (let minutes = 0; minutes < 6 * 60; minutes += 1) {
      await sendDue([crm], store.now() + minute);
      store.pass(minute);
      if (errors.length === 0) first = minutes + 1;
    }
    expect(first).toBe(after);
    expect(errors.map(({ event }) => event)).toEqual([
      ...Array(9).fill('delivery.delayed'),
      'delivery.failed',
    ]);
    for (const each of errors) expect(each.reason).toMatch(reason);
    expect(receiver.got).toHaveLength(got);
  });
});
