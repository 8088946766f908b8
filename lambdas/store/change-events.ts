import { now } from '../runtime/clock.ts';
import { exists, expression, set } from './expression.ts';
import { type ChangeEvent, type ChangeKind, changeEvent } from './items.ts';
import { changeEventPartition, keys } from './keys.ts';
import { del, isUpdated, ofPartition, queryAll } from './table.ts';

// Events about changes of submitted applications that have not been sent to the university's systems.

/**
 * The item of a pending event, for the transaction that makes the change. `part` tells several changes of one
 * kind and application apart; without it, a later one replaces the earlier.
 */
export const changeEventItem = (
  kind: ChangeKind,
  at: string,
  detail: { readonly confirmation: string } & Readonly<Record<string, unknown>>,
  part?: string,
) => ({
  ...keys.changeEvent(detail.confirmation, at, kind, ...(part === undefined ? [] : [part])),
  ...{ kind, detail },
});

/** Returns the pending events, in order for each application. Those of a later version stay pending. */
export const pendingChangeEvents = async (): Promise<readonly ChangeEvent[]> =>
  (await queryAll(ofPartition(changeEventPartition))).flatMap(
    (item) => changeEvent.safeParse(item).data ?? [],
  );

/**
 * Longer than the function's timeout. A crashed try is repeated after this time, and tries never overlap.
 */
export const maxTryMs = 6 * 60_000;

const keyOf = ({ sk }: ChangeEvent) => ({ pk: changeEventPartition, sk });

/** Sets the time of an event's next try; false if the event is sent, or its next try is later than `last`. */
function setNextTry(event: ChangeEvent, next_at: number, last: number): Promise<boolean> {
  const isDue = expression`${exists} AND (attribute_not_exists(next_at) OR next_at <= ${last})`;
  return isUpdated(keyOf(event), set({ next_at }), { if: isDue });
}

/** Claims an event for one run at a time; false if another run is sending it or has sent it. */
export const claimChangeEvent = (event: ChangeEvent) => setNextTry(event, now() + maxTryMs, now());

/** Leaves a claimed event to the next run. */
export const releaseChangeEvent = (event: ChangeEvent) => setNextTry(event, now(), now() + maxTryMs);

export const deleteChangeEvent = (event: ChangeEvent) => del(keyOf(event));
