/**
 * EventBridge delivers an event at least once and in any order. It puts undeliverable events into a
 * dead-letter queue:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/EventNotifications.html
 */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it, vi } from 'vitest';
import { Deliveries } from '../step-functions/deliveries.ts';
import { type Fixture, startedBy, withFixture } from './fixture.ts';

const queue = 'App/Undelivered/Resource';

const put = ({ settings, names }: Fixture, key: string) =>
  new S3Client(settings).send(
    new PutObjectCommand({ Bucket: names.uploads, Key: `uploads/${key}`, Body: 'x' }),
  );

/** The keys of the objects that started an execution, one for each execution. */
const startedFor = async (fixture: Fixture) =>
  (await startedBy<{ object: { key: string } }>(fixture)).map(({ object }) =>
    object.key.replace('uploads/', ''),
  );

describe('an event that cannot be delivered', () => {
  const fixture = withFixture({ log: () => undefined });
  const withoutStart = ({ cloud }: Fixture) => {
    const restores = cloud
      .statements()
      .filter(({ statement }) => [statement.Action].flat().includes('states:StartExecution'))
      .map((each) => cloud.withoutStatement(each));
    return () => {
      for (const restore of restores) restore();
    };
  };

  it('waits in the dead-letter queue with its reason, and is delivered from there', async () => {
    const { cloud, names } = fixture();
    const restore = withoutStart(fixture());
    await put(fixture(), 'missed');
    restore();
    const [message] = cloud.messages(queue);
    expect(message?.attributes).toMatchObject({
      RULE_ARN: expect.stringContaining(':rule/'),
      TARGET_ARN: names.machine,
      ERROR_CODE: 'AccessDeniedException',
      ERROR_MESSAGE: expect.stringContaining('states:StartExecution'),
    });
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ detail: { object: { key: 'uploads/missed' } } });
    expect(await startedFor(fixture())).toEqual([]);
    cloud.redrive(queue);
    expect(await startedFor(fixture())).toEqual(['missed']);
    expect(cloud.messages(queue)).toEqual([]);
  });
});

describe('events delivered as AWS may deliver them', () => {
  it('arrive out of order, the same way for the same seed', () => {
    vi.useFakeTimers();
    const arrivals = (seed: number) => {
      const arrived: number[] = [];
      const deliveries = new Deliveries({ seed });
      for (let n = 0; n < 20; n++) deliveries.deliver(() => arrived.push(n));
      vi.runAllTimers();
      expect(deliveries.arePending).toBe(false);
      return arrived;
    };
    const once = arrivals(1);
    expect(once).not.toEqual(once.toSorted((one, other) => one - other));
    expect(new Set(once).size).toBe(20);
    expect(arrivals(1)).toEqual(once);
    expect(arrivals(2)).not.toEqual(once);
    vi.useRealTimers();
  });
});
