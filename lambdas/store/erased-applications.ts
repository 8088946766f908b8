import type { ErasedApplication } from '../../shared/api/export.ts';
import { erasedApplication } from '../../shared/api/export.ts';
import { erasedListDays } from '../../shared/api/export-time.ts';
import { now, seconds } from '../runtime/clock.ts';
import { erasedPartition, keys } from './keys.ts';
import { addWork } from './outbox.ts';
import { type DayRange, placeOf, readDays } from './read-lists.ts';
import { type Write, writes } from './table.ts';

// Deleted applications that had been submitted. The university's systems have copies of them to delete.

/**
 * Lists a deleted application, and makes the event about it pending. For the transaction that completes the
 * deletion: by then no export can read the application any more.
 */
export const listErased = (erased: ErasedApplication): readonly Write[] => {
  const { confirmation, erased_at } = erased;
  const expires_at = seconds(now()) + erasedListDays * 86_400;
  const listed = { ...keys.erasedApplication(erased_at, confirmation), ...erased, expires_at };
  const event = { type: 'application.erased', at: erased_at, detail: { ...erased } } as const;
  return [writes.put(listed), addWork('change-event', event)];
};

/** Reads the next deleted applications, in the order of their deletion. */
export const readErased = (range: Omit<DayRange, 'partitionsOf'>) =>
  readDays({ ...range, partitionsOf: (day) => [erasedPartition(day)] }, (item) => ({
    place: placeOf(item),
    ...erasedApplication.parse(item),
  }));
