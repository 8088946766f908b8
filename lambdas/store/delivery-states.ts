import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { retryUntilDone } from './retry.ts';
import {
  failedConditions,
  isConditionFailure,
  isConflict,
  meetsCondition,
  queryAll,
  queryPartition,
  TableName,
  table,
} from './table.ts';

/** Before this day no application was in a list, so the first file of a push begins with it. */
const firstDay = '2026-11-01';

const statePartition = keys.deliveryState('').pk;
const queuePartition = keys.queuedPackage('' as ApplicantId, '').pk;

/** Returns the state of a push, or that of a push that has not run yet. */
export async function readDeliveryState(name: string, mark: string): Promise<items.DeliveryState> {
  const Key = keys.deliveryState(name);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  if (Item !== undefined) return items.deliveryState.parse(Item);
  return {
    ...{ sk: name, rev: 0, claim: 0, batches: 0, mark, tries: 0, next_at: 0, is_waiting: false },
    cursors: { submitted: firstDay, changed: firstDay },
  };
}

/** The write of a state, on the condition that no other run has written it. */
const putOf = (state: items.DeliveryState) => ({
  TableName,
  Item: { pk: statePartition, ...state, rev: state.rev + 1 },
  ConditionExpression: 'attribute_not_exists(pk) OR rev = :rev',
  ExpressionAttributeValues: { ':rev': state.rev },
});

/** Returns a new state, or undefined to leave the old one. */
export type StateChange = (state: items.DeliveryState) => items.DeliveryState | undefined;

/**
 * Changes the state of a push, and repeats that if another run has changed it. `mark` is that of a push that
 * has not run yet. Returns the new state; undefined if nothing was changed.
 */
export async function changeDeliveryState(
  name: string,
  mark: string,
  change: StateChange,
): Promise<items.DeliveryState | undefined> {
  const done = await retryUntilDone(async () => {
    const wanted = change(await readDeliveryState(name, mark));
    if (wanted === undefined) return { state: undefined };
    try {
      await table.send(new PutCommand(putOf(wanted)));
      return { state: { ...wanted, rev: wanted.rev + 1 } };
    } catch (error) {
      if (isConditionFailure(error) || isConflict(error)) return undefined;
      throw error;
    }
  });
  if (done === undefined) throw new Error('Too many runs change the delivery at the same time.');
  return done.state;
}

/** Ends a batch: the new state, and the packages that no longer wait. False if another run has changed it. */
export async function endDeliveryBatch(
  state: items.DeliveryState,
  queued: readonly string[],
): Promise<boolean> {
  const deletions = queued.map((sk) => ({ Delete: { TableName, Key: { pk: queuePartition, sk } } }));
  try {
    await table.send(new TransactWriteCommand({ TransactItems: [{ Put: putOf(state) }, ...deletions] }));
    return true;
  } catch (error) {
    if (failedConditions(error) === undefined) throw error;
    return false;
  }
}

/** The packages that wait for a push, the oldest first. */
export async function queuedPackages(delivery: string): Promise<readonly items.QueuedPackage[]> {
  const found = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'delivery = :delivery',
    ExpressionAttributeValues: { ':pk': queuePartition, ':delivery': delivery },
    ConsistentRead: true,
  });
  return found
    .map((item) => items.queuedPackage.parse(item))
    .toSorted((one, other) => (one.queued_at < other.queued_at ? -1 : 1));
}

/** True if a package still waits: it does not after its applicant was deleted. */
export async function isQueued(sk: string): Promise<boolean> {
  const Key = { pk: queuePartition, sk };
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item !== undefined;
}

/** The state of every push that has run. */
export const deliveryStates = async (): Promise<readonly items.DeliveryState[]> =>
  (await queryPartition(statePartition)).map((item) => items.deliveryState.parse(item));

/** Restarts the tries of a push that has failed; false if it has not. */
export const retryDeliveryBatch = (name: string): Promise<boolean> =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.deliveryState(name),
        UpdateExpression: 'SET next_at = :now, tries = :none, rev = rev + :one REMOVE failed_at',
        ConditionExpression: 'attribute_exists(failed_at)',
        ExpressionAttributeValues: { ':now': now(), ':none': 0, ':one': 1 },
      }),
    ),
  );
