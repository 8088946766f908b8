import * as z from 'zod/mini';
import { exportFormats } from '../export/format-names.ts';

/** Content of a delivery's files: a ZIP file for each application, or files with a row for each. */
export const deliveryFormats = ['package', ...exportFormats] as const;

/** Immediately after each submission, at each full hour, or at 06:30 UTC. */
export const deliverySchedules = ['each', 'hourly', 'nightly'] as const;
export type DeliverySchedule = (typeof deliverySchedules)[number];

const common = {
  name: z.string(),
  format: z.enum(deliveryFormats),
  schedule: z.enum(deliverySchedules),
};

/** A delivery as its function gets it. */
export const pushedDelivery = z.discriminatedUnion('to', [
  z.object({ ...common, to: z.literal('sftp'), connector: z.string(), folder: z.string() }),
  z.object({
    ...common,
    to: z.literal('s3'),
    bucket: z.string(),
    prefix: z.string(),
    region: z.string(),
  }),
  z.object({ ...common, to: z.literal('eventbridge'), bus: z.string() }),
]);
export type PushedDelivery = z.output<typeof pushedDelivery>;
export type DeliveryTo<To extends PushedDelivery['to']> = Extract<PushedDelivery, { readonly to: To }>;

/** The events of AWS Transfer Family about an SFTP connector. */
export const transferEvents = [
  'SFTP Connector File Send Completed',
  'SFTP Connector File Send Failed',
  'SFTP Connector Remote Move Completed',
  'SFTP Connector Remote Move Failed',
  'SFTP Connector Directory Listing Completed',
  'SFTP Connector Directory Listing Failed',
] as const;
