import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { meetsCondition, TableName, table } from './table.ts';

/** A mail that a deadline is `days` days away. */
export interface Warning {
  readonly deadline: string;
  readonly days: number;
}

/** Maximum mails per applicant and deadline, regardless of the partner's settings. */
const maxMails = 2;

/** Days after which progress expires: it is useless after the deadline. */
const progressDays = 90;

const keyOf = (sub: ApplicantId, { deadline }: Warning) => ({
  pk: keys.application(sub),
  sk: parts.warned(deadline),
});

/** Counts a mail before it is sent; false if it was counted before, or the maximum is reached. */
export const claimWarning = (sub: ApplicantId, warning: Warning): Promise<boolean> =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(sub, warning),
        UpdateExpression: 'SET mails = if_not_exists(mails, :none) + :one, last_days = :days',
        ConditionExpression: 'attribute_not_exists(pk) OR (mails < :max AND last_days > :days)',
        ExpressionAttributeValues: { ':none': 0, ':one': 1, ':max': maxMails, ':days': warning.days },
      }),
    ),
  );

/** Removes a mail that was certainly not sent from the count, so a later run sends it. */
export const giveBackWarning = (sub: ApplicantId, warning: Warning) =>
  table.send(
    new UpdateCommand({
      TableName,
      Key: keyOf(sub, warning),
      UpdateExpression: 'SET mails = mails - :one, last_days = :before',
      ExpressionAttributeValues: { ':one': 1, ':before': warning.days + 1 },
    }),
  );

/** Progress through the list of drafts for a warning. */
export interface Progress {
  readonly after?: string | undefined;
  readonly isDone?: boolean | undefined;
}

const progressKey = ({ deadline, days }: Warning) => ({ pk: keys.warnings, sk: `${deadline}#${days}` });

export async function readProgress(warning: Warning): Promise<Progress> {
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: progressKey(warning), ConsistentRead: true }),
  );
  return Item === undefined ? {} : items.warningProgress.parse(Item);
}

export const saveProgress = (warning: Warning, progress: Progress) =>
  table.send(
    new PutCommand({
      TableName,
      Item: {
        ...progressKey(warning),
        ...progress,
        expires_at: seconds(now()) + progressDays * 86_400,
      },
    }),
  );

/** Stores the applicant's choice about deadline mails. Before the first choice, they are sent. */
export const saveReminders = (sub: ApplicantId, areWanted: boolean) =>
  table.send(
    new PutCommand({
      TableName,
      Item: { pk: keys.application(sub), sk: parts.reminders, are_wanted: areWanted },
    }),
  );
