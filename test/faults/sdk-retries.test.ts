import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionSettings } from '../support/function-settings.ts';

// These tests prove the retry behavior of the SDK that the transport of the histories imitates.

/** The name of an error, or undefined for a reply that is lost. */
type Reply = string | undefined;

const replies: Reply[] = [];
const tokens: unknown[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  tokens.push(JSON.parse(Buffer.concat(chunks).toString()).ClientRequestToken);
  if (replies.length === 0) return response.end('{}');
  const name = replies.shift();
  if (name === undefined) return response.destroy();
  return response.writeHead(400).end(JSON.stringify({ __type: name, message: name }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...functionSettings,
  });
});
afterAll(() => server.close());

/**
 * Sends a transaction without a client request token while the table returns the given replies. Returns the
 * tokens that arrived.
 */
async function sendTo(...given: readonly Reply[]): Promise<{ error: unknown; arrived: readonly unknown[] }> {
  const { table, TableName } = await import('../../lambdas/table/table.ts');
  replies.splice(0, Number.POSITIVE_INFINITY, ...given);
  tokens.length = 0;
  const Item = { pk: 'APP#1', sk: 'META' };
  const command = new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item } }] });
  const error = await table.send(command).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, arrived: [...tokens] };
}

describe('the SDK repeats a transaction', () => {
  it.each([
    ['was throttled', 'ProvisionedThroughputExceededException'],
    ['got no reply', undefined],
  ])('that %s, with the same token, which it makes itself', async (_, reply) => {
    const { error, arrived } = await sendTo(reply, reply);
    expect(error).toBeUndefined();
    expect(arrived).toHaveLength(3);
    expect(arrived[0]).toEqual(expect.stringMatching(/^[\w-]{36}$/));
    expect(new Set(arrived).size).toBe(1);
  });

  it('four times in all', async () => {
    const { error, arrived } = await sendTo(...Array<Reply>(4).fill('ThrottlingException'));
    expect(error).toMatchObject({ name: 'ThrottlingException' });
    expect(arrived).toHaveLength(4);
  });

  it.each([
    'TransactionCanceledException',
    'TransactionConflictException',
    'ConditionalCheckFailedException',
  ])('never after %s', async (name) => {
    const { error, arrived } = await sendTo(name);
    expect(error).toMatchObject({ name });
    expect(arrived).toHaveLength(1);
  });
});
