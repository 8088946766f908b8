import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { completeAnswers } from '../../scripts/dev/complete-answers.ts';

/** DynamoDB takes at most 25 items in one call. */
const batchSize = 25;
/** Calls under way at the same time. */
const atOnce = 8;

interface Generated {
  readonly table: string;
  readonly count: number;
  /**
   * Submission time of the first application. Each later one follows `apart` milliseconds after the one
   * before.
   */
  readonly from: Date;
  readonly apart: number;
}

type Item = Readonly<Record<string, unknown>>;

/** An id like those of the user pool. */
const idOf = (index: number) => {
  const hex = createHash('sha256').update(String(index)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
};

export const confirmationOf = (index: number) => `GEN-${String(index).padStart(8, '0')}`;

/**
 * Items of one submitted application. The answers of the draft are omitted, because an export does not read
 * them.
 */
function itemsOf(index: number, { from, apart }: Generated): readonly Item[] {
  const at = new Date(from.getTime() + index * apart).toISOString();
  const [sub, username] = [idOf(index), `ada.${index}@example.org`];
  const receipt = { confirmation: confirmationOf(index), submitted_at: at };
  const pk = `APP#${sub}`;
  const answers = { ...completeAnswers, first_name: `Ada ${index}` };
  const statuses = ['started', 'validating', 'submitted'];
  return [
    { pk: `LIST#submitted#${at.slice(0, 10)}#${sub[0]}`, sk: `${at}#${sub}` },
    { pk, sk: `LOGIN#${at}`, at, username },
    { pk, sk: 'META', rev: 3, submitted_at: at },
    { pk, sk: 'OUTBOX#submit', ...receipt, sent_at: at },
    ...statuses.map((web_status) => ({ pk, sk: `STATUS#${web_status}`, web_status, at })),
    { pk, sk: 'SUBMISSION#1', ...receipt, username, answers, counts: {}, tabs: {}, documents: {} },
  ];
}

/** Puts `count` submitted applications into a table. They differ only in names, ids and times. */
export async function putApplications(client: DynamoDBDocumentClient, wanted: Generated): Promise<void> {
  let index = 0;
  let items: Item[] = [];
  const nextBatch = () => {
    while (items.length < batchSize && index < wanted.count) items.push(...itemsOf(index++, wanted));
    const batch = items.slice(0, batchSize);
    items = items.slice(batchSize);
    return batch;
  };
  const put = async () => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch())
      await client.send(
        new BatchWriteCommand({
          RequestItems: { [wanted.table]: batch.map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
  };
  await Promise.all(Array.from({ length: atOnce }, put));
}
