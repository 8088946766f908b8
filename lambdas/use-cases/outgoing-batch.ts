import type { PushedDelivery } from '../../shared/api/deliveries.ts';
import type { DeliveryState, OutgoingBatch, OutgoingFile } from '../store/items.ts';

/** Content of a batch: everything of `OutgoingBatch` but its number and time. */
export type BatchContent = Pick<OutgoingBatch, 'files' | 'queued' | 'applications' | 'cursors'> & {
  /** True if the next batch has more. */
  readonly hasMore: boolean;
  /** The time in the names of files with rows. */
  readonly stamp?: string;
};

/** A push, its state before the batch, and the time of the batch. */
export interface Making {
  readonly delivery: PushedDelivery;
  readonly state: DeliveryState;
  /** The scheduled time (ISO 8601) up to which packages are sent. */
  readonly mark: string;
  /** True for a batch of which nothing was sent. Its files keep their names. */
  readonly isAgain: boolean;
}

export const written = (name: string, size: number): OutgoingFile => ({ name, size, state: 'written' });
