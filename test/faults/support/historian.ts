import { act } from './actions.ts';
import { Cloud, type Stored } from './cloud.ts';
import type { History } from './history.ts';

import { settle } from './settling.ts';
import { type Applicant, type Beginning, type Name, names, password, usernameOf, World } from './world.ts';

type Beginnings = Readonly<Record<History['begins'], Beginning & { readonly stored: Stored }>>;

/** Runs histories on one cloud. */
export class Historian {
  readonly #cloud: Cloud;
  readonly #beginnings: Beginnings;
  /** Calls of the last history. */
  get trace(): readonly string[] {
    return this.#cloud.transport.trace;
  }

  private constructor(cloud: Cloud, beginnings: Beginnings) {
    this.#cloud = cloud;
    this.#beginnings = beginnings;
  }

  /** Signs up two applicants, logs in both tabs of each, and saves the initial states of histories. */
  static async start(complete: Readonly<Record<string, unknown>>): Promise<Historian> {
    const cloud = await Cloud.start();
    const world = new World(cloud, { values: {}, cookies: { ada: [], grace: [] } });
    for (const name of names) await signUp(world, world.applicants[name]);
    const cookiesOf = (name: Name) => world.applicants[name].tabs.map(({ jar }) => new Map(jar));
    const cookies = { ada: cookiesOf('ada'), grace: cookiesOf('grace') };
    const begin = async (answer: Readonly<Record<string, unknown>>) => {
      for (const applicant of Object.values(world.applicants))
        await succeed(world, applicant, ['applicant', 'putAnswer'], { answer });
      const saved = Object.entries(answer).map(([key, value]) => [`answer ${key}`, value]);
      const values = { 'last page': '', ...Object.fromEntries(saved) };
      return { stored: cloud.save(), values, cookies };
    };
    return new Historian(cloud, {
      'with empty applications': await begin({}),
      'with one answer each': await begin({ city: 'Houghton' }),
      'with complete applications': await begin(complete),
    });
  }

  /**
   * Runs tasks concurrently, as on a real machine. Each AWS call takes `latency` milliseconds, and the call
   * that is due first runs next.
   */
  async together(works: (world: World) => readonly (() => Promise<void>)[], latency: number): Promise<World> {
    const cloud = this.#cloud;
    const { stored, ...beginning } = this.#beginnings['with empty applications'];
    cloud.begin(stored, [], 'by time');
    cloud.transport.latency = latency;
    const world = new World(cloud, beginning);
    await cloud.turns.run(works(world));
    cloud.transport.latency = 0;
    return world;
  }

  /** Runs a history and throws when it breaks a promise. */
  async run({ begins, moments, faults, order }: History): Promise<void> {
    const cloud = this.#cloud;
    const { stored, ...beginning } = this.#beginnings[begins];
    cloud.begin(stored, faults, order);
    const world = new World(cloud, beginning);
    try {
      for (const moment of moments) await cloud.turns.run(moment.map((action) => () => act(world, action)));
      await cloud.turns.run([() => settle(world)]);
    } catch (error) {
      if (error instanceof Error) error.message += `\nCalls of AWS:\n${this.trace.join('\n')}`;
      throw error;
    }
  }
}

type CallOf = Parameters<World['call']>[2];

async function succeed(
  world: World,
  applicant: Applicant,
  call: CallOf,
  body: object,
  tab = applicant.tabs[0],
) {
  const { reply } = await world.call(applicant, tab, call, { body });
  if (reply.status !== 200) throw new Error(`${call.join('.')}: ${reply.text}`);
}

async function signUp(world: World, applicant: Applicant): Promise<void> {
  const username = usernameOf(applicant.name);
  await succeed(world, applicant, ['account', 'signUp'], { username, password });
  const code = /\b\d{6}\b/.exec(world.cloud.mails.at(-1)?.text ?? '')?.[0];
  await succeed(world, applicant, ['account', 'confirm'], { username, code });
  for (const tab of applicant.tabs)
    await succeed(world, applicant, ['account', 'logIn'], { username, password }, tab);
}
