import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomFrom } from '../../scripts/local-cloud/random.ts';
import { questions } from './support/actions.ts';
import type { ApiReply } from './support/cloud.ts';
import { Historian } from './support/historian.ts';
import type { World } from './support/world.ts';

// The local cloud runs at most four concurrent calls of a function. Here a hundred calls run concurrently, as
// on AWS.

/** Milliseconds that each call of a service takes. */
const latency = 8;
const callers = 100;
let historian: Historian;

beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  historian = await Historian.start({});
});
beforeEach(() => {
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(1));
});

type CallOf = Parameters<World['call']>[2];
interface Change {
  readonly call: CallOf;
  readonly body?: object;
  readonly params?: Readonly<Record<string, string>>;
}

/** Sends changes of one applicant at the same moment. Returns the replies in the order of the changes. */
async function send(changes: readonly Change[]) {
  const replies: ApiReply[] = [];
  const world = await historian.together(
    (world) =>
      changes.map(({ call, ...rest }, index) => async () => {
        const { ada } = world.applicants;
        replies[index] = (await world.call(ada, ada.tabs[0], call, rest)).reply;
      }),
    latency,
  );
  return { replies, world, trace: [...historian.trace] };
}

const transactionsIn = (trace: readonly string[]): number =>
  trace.filter((line) => line.includes('TransactWriteCommand')).length;

const read = async (world: World, name: CallOf) => {
  const { ada } = world.applicants;
  return (await world.call(ada, ada.tabs[0], name)).reply.body;
};

/** Expects that each change was stored, or rejected with a retry time. */
function expectTold(replies: readonly ApiReply[]): void {
  for (const { status, body, headers } of replies) {
    if (status === 200) continue;
    expect({ status, body }).toMatchObject({ status: 429 });
    expect(body.message).toContain(`Please try again in ${headers['retry-after']} seconds.`);
  }
  expect(replies.some(({ status }) => status === 200)).toBe(true);
}

interface Save {
  readonly key: string;
  readonly value: string;
}
const saves: readonly Save[] = Array.from({ length: callers }, (_, index) => ({
  key: index % 2 ? 'city' : 'hs_city',
  value: `City ${index}`,
}));
const savesOf = (count: number): readonly Change[] =>
  saves.slice(0, count).map(({ key, value }) => ({
    call: ['applicant', 'putAnswer'],
    body: { answer: { [key]: value } },
  }));

describe('a hundred functions that change one application at the same moment', () => {
  it('save answers, of which the last that was saved stays', async () => {
    const { replies, world } = await send(savesOf(callers));
    expectTold(replies);
    const revisionOf = (index: number) => Number(replies[index]?.body.revision ?? 0);
    const saved = saves
      .map((save, index) => ({ ...save, revision: revisionOf(index) }))
      .toSorted((one, other) => one.revision - other.revision);
    const { answer } = await read(world, ['applicant', 'getProfile']);
    expect(answer).toEqual(Object.fromEntries(saved.map(({ key, value }) => [key, value])));
  });

  it('choose tabs and set counts, and lose none', async () => {
    const changes = Array.from({ length: callers }, (_, index): Change => {
      const id = `group-${index % 40}`;
      return index % 2
        ? {
            call: ['applicant', 'putTabs'],
            body: { tab_id: 'activities_tab', chosen_tab: index % 4 === 1 ? 'list' : 'upload' },
          }
        : {
            call: ['applicant', 'putAddAnother'],
            body: { button_id: id, num_components: 1 + (index % 9) },
          };
    });
    const { replies, world } = await send(changes);
    expectTold(replies);
    const tabs = await read(world, ['applicant', 'getTabs']);
    const counts = await read(world, ['applicant', 'getAddAnother']);
    expect(['list', 'upload']).toContain(tabs.activities_tab);
    for (const [index, { status }] of replies.entries()) {
      if (index % 2 || status !== 200) continue;
      const ofSameGroup = changes.filter((_, other) => other % 40 === index % 40).map(({ body }) => body);
      const values = ofSameGroup.flatMap((body) => Object.values(body ?? {}));
      expect(values).toContain(counts[`group-${index % 40}`]);
    }
  });

  it('begin and delete uploads', async () => {
    const changes = Array.from({ length: callers }, (_, index): Change => {
      const answer_key = questions[index % 2] ?? questions[0];
      return index % 4 < 2
        ? { call: ['applicant', 'createUpload'], body: { answer_key } }
        : { call: ['applicant', 'deleteDocument'], params: { answer_key } };
    });
    const { replies, world } = await send(changes);
    expectTold(replies);
    expect(await read(world, ['applicant', 'getDocuments'])).toEqual({});
  });

  it.each([
    [1, 1],
    [10, 4],
    [30, 6],
    [callers, 8],
  ])('need, when they are %i, at most %i transactions for each save', async (count, most) => {
    const { replies, trace } = await send(savesOf(count));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(count);
    expect(transactionsIn(trace) / count).toBeLessThanOrEqual(most);
  });
});
