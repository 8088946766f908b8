import type { DeliveryTo } from '../../shared/api/deliveries.ts';
import { outgoingKey } from '../aws/object-keys.ts';
import { readPackaged, writeToReceiver } from '../aws/outgoing-objects.ts';
import type { OutgoingBatch, OutgoingFile } from '../store/items.ts';
import type { Progress } from './delivery-progress.ts';

type Receiver = DeliveryTo<'s3'> | DeliveryTo<'eventbridge'>;

async function sendOne(delivery: Receiver, { name }: OutgoingFile, bytes: Uint8Array): Promise<void> {
  if (delivery.to === 's3') return writeToReceiver(delivery, delivery.prefix + name, bytes);
  const { sendEvent } = await import('../aws/event-bridge.ts');
  await sendEvent('ApplicationSubmitted', JSON.parse(Buffer.from(bytes).toString()), delivery.bus);
}

/**
 * Sends one file after the other to a bucket or a bus. `store` stores which were sent, so a later run does
 * not repeat them.
 */
export async function sendObjects(
  delivery: Receiver,
  batch: OutgoingBatch,
  store: (files: OutgoingFile[]) => Promise<unknown>,
): Promise<Progress> {
  const files = [...batch.files];
  for (const [place, file] of files.entries()) {
    if (file.state === 'done') continue;
    await sendOne(delivery, file, await readPackaged(outgoingKey(delivery.name, batch.number, file)));
    files[place] = { ...file, state: 'done' };
    await store(files);
  }
  return { files };
}
