import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { type ChangeEvent, type ChangeKind, changeEvent } from './items.ts';
import { changeEventPartition, keys } from './keys.ts';
import { ofPartition, queryAll, TableName, table } from './table.ts';

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

export const deleteChangeEvent = ({ sk }: ChangeEvent) =>
  table.send(new DeleteCommand({ TableName, Key: { pk: changeEventPartition, sk } }));
