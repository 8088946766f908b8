import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { type ChangeEvent, type ChangeKind, changeEvent } from './items.ts';
import { changeEventPartition, keys } from './keys.ts';
import { ofPartition, queryPage, TableName, table } from './table.ts';

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

/** A night of retention may delete thousands of applications, and packages wait for these events. */
const maxEvents = 500;

/** Returns the oldest events that are pending. Those of a later version stay pending. */
export async function pendingChangeEvents(): Promise<readonly ChangeEvent[]> {
  const { items } = await queryPage({ ...ofPartition(changeEventPartition), Limit: maxEvents });
  return items.flatMap((item) => changeEvent.safeParse(item).data ?? []);
}

export const deleteChangeEvent = ({ sk }: ChangeEvent) =>
  table.send(new DeleteCommand({ TableName, Key: { pk: changeEventPartition, sk } }));
