import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, meetsCondition, TableName, table } from './table.ts';

// One pass over all users, which takes several runs of the function when there are many. A run takes the pass
// for a time, so that two runs never go through it together.

export type RetentionRun = items.RetentionRun & { readonly run: string };

const isMine = (run: string) => ({
  ConditionExpression: '#run = :run',
  ExpressionAttributeNames: { '#run': 'run' },
  ExpressionAttributeValues: { ':run': run },
});

/**
 * Begins a new pass, which replaces one that is unfinished, and takes it until a time in milliseconds since
 * 1970.
 */
export async function beginRetention(until: number, allowed: boolean): Promise<RetentionRun> {
  const begun: RetentionRun = { run: randomUUID(), phase: 'count', users: 0, ends: 0, allowed };
  await table.send(new PutCommand({ TableName, Item: { ...keys.retention, ...begun, until } }));
  return begun;
}

/** Takes the unfinished pass that no other run has. Undefined when there is none. */
export async function takeRetention(until: number): Promise<RetentionRun | undefined> {
  const run = randomUUID();
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName,
        Key: keys.retention,
        UpdateExpression: 'SET #run = :run, #until = :until',
        ConditionExpression: '#until < :now',
        ExpressionAttributeNames: { '#run': 'run', '#until': 'until' },
        ExpressionAttributeValues: { ':run': run, ':until': until, ':now': now() },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return { ...items.retentionRun.parse(Attributes), run };
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Stores how far a pass is. False when another run has it, which then goes on instead. */
export const saveRetention = (state: RetentionRun, until: number): Promise<boolean> =>
  meetsCondition(
    table.send(
      new PutCommand({ TableName, Item: { ...keys.retention, ...state, until }, ...isMine(state.run) }),
    ),
  );

export const endRetention = ({ run }: RetentionRun): Promise<boolean> =>
  meetsCondition(table.send(new DeleteCommand({ TableName, Key: keys.retention, ...isMine(run) })));
