import * as z from 'zod/mini';
import { pushedDelivery, transferEvents } from '../../shared/api/deliveries.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import type { TransferOutcome } from '../use-cases/delivery-progress.ts';
import { hearOutcome, sendDue } from '../use-cases/send-files.ts';

/** The function's timeout is five minutes, and the last batch needs some of them. */
const maxRunMs = 3 * 60_000;

const deliveries = z.array(pushedDelivery).parse(JSON.parse(environment('DELIVERIES')));

/** An event of AWS Transfer Family. The scheduled event and the call after a package have another shape. */
const transferEvent = z.object({
  source: z.literal('aws.transfer'),
  'detail-type': z.enum(transferEvents),
  detail: z.object({
    'connector-id': z.string(),
    'transfer-id': z.optional(z.string()),
    'move-id': z.optional(z.string()),
    'listing-id': z.optional(z.string()),
    'file-path': z.optional(z.string()),
    'move-source-path': z.optional(z.string()),
    'failure-code': z.optional(z.string()),
    'failure-message': z.optional(z.string()),
  }),
});
type TransferEvent = z.output<typeof transferEvent>;

const fileName = (path = '') => path.slice(path.lastIndexOf('/') + 1).replace(/\.part$/, '');

function outcomeOf({ 'detail-type': type, detail }: TransferEvent): TransferOutcome {
  const failure = [detail['failure-code'], detail['failure-message']].filter(Boolean).join(': ');
  const common = { isCompleted: type.endsWith('Completed'), reason: failure.slice(0, 300) };
  if (type.includes('File Send'))
    return { ...common, kind: 'send', id: detail['transfer-id'] ?? '', name: fileName(detail['file-path']) };
  if (type.includes('Remote Move'))
    return {
      ...common,
      kind: 'move',
      id: detail['move-id'] ?? '',
      name: fileName(detail['move-source-path']),
    };
  return { ...common, kind: 'listing', id: detail['listing-id'] ?? '', name: '' };
}

/** Sends what is due, or continues after the outcome of a transfer. */
export const handler = async (input: unknown): Promise<void> => {
  const end = now() + maxRunMs;
  const { data } = transferEvent.safeParse(input);
  if (data === undefined) return sendDue(deliveries, end);
  const connector = data.detail['connector-id'];
  for (const delivery of deliveries)
    if (delivery.to === 'sftp' && delivery.connector === connector)
      await hearOutcome(delivery, outcomeOf(data), end);
};
