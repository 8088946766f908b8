import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { describe, expect, it } from 'vitest';
import { startedBy, withFixture } from './fixture.ts';

// https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html

const fixture = withFixture({ log: () => undefined });

const entry = (name: string, more: object = {}) => ({
  ...{ Source: 'desk', DetailType: 'Told', Detail: JSON.stringify({ name }), EventBusName: 'fixture' },
  ...more,
});

const put = (entries: readonly object[], settings = fixture().settings) =>
  new EventBridgeClient(settings).send(new PutEventsCommand({ Entries: [...entries] }));

describe('an event that is put on a bus', () => {
  it('starts the targets of the rules of that bus that it fits, and of no other bus', async () => {
    const { FailedEntryCount, Entries = [] } = await put([
      entry('told-1'),
      entry('other'),
      entry('told-2', { Source: 'street' }),
      entry('told-3', { EventBusName: undefined }),
    ]);
    expect(FailedEntryCount).toBe(0);
    expect(new Set(Entries.map(({ EventId }) => EventId)).size).toBe(4);
    expect(await startedBy(fixture())).toEqual([{ name: 'told-1' }]);
  });

  it('is refused with all others of a call that has too many, is too large, or names a bus that is not there', async () => {
    const many = Array.from({ length: 11 }, (_, index) => entry(String(index)));
    await expect(put(many)).rejects.toThrow('Entries');
    await expect(put([entry('x'.repeat(256 * 1024))])).rejects.toThrow('Total size');
    await expect(put([entry('a', { EventBusName: 'gone' })])).rejects.toThrow('does not exist');
  });

  it('needs the permission for that bus', async () => {
    await expect(put([entry('told-5')], fixture().asWorker)).rejects.toThrow('events:PutEvents');
  });
});
