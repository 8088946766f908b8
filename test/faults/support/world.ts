import { routes } from '../../../shared/api/routes.ts';
import type { ApiCall, ApiReply, Cloud } from './cloud.ts';
import { Facts } from './facts.ts';
import { expectKept } from './promises.ts';
import type { Outcome, Span } from './register.ts';
import { Tab } from './session.ts';

export const names = ['ada', 'grace'] as const;
export type Name = (typeof names)[number];

/** Files and answers contain their owner's mark. */
export const markOf = (name: Name) => `of-${name}-`;
export const usernameOf = (name: Name) => `${name}@mail.example`;
export const password = 'Correct-Horse-9!';

export interface Applicant {
  readonly name: Name;
  readonly facts: Facts;
  readonly tabs: readonly [Tab, Tab];
}

/** The applicant who acts, their tab, and the world. */
export interface Scene {
  readonly world: World;
  readonly applicant: Applicant;
  readonly tab: Tab;
}

/** Initial state of a history, in addition to the stored data. */
export interface Beginning {
  /** Initial value of each register. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The cookies of both tabs of each applicant, who are logged in. */
  readonly cookies: Readonly<Record<Name, readonly ReadonlyMap<string, string>[]>>;
}

type Rest = Pick<ApiCall, 'params' | 'query' | 'body'>;
type CallNames = {
  readonly [Group in ApiCall['group']]: keyof (typeof routes)[Group] & string;
};

/** A reply, with the steps at which its call began and ended. */
export interface Answered extends Span {
  readonly reply: ApiReply;
  readonly outcome: Outcome;
}

const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 400) return 'acknowledged';
  return status === 0 || status >= 500 ? 'unknown' : 'refused';
};

/** Two applicants with two browser tabs each, and the product. */
export class World {
  readonly cloud: Cloud;
  readonly applicants: Readonly<Record<Name, Applicant>>;
  /** True if a package may have been delivered. Otherwise packages are not checked, which saves time. */
  hasDeliveries = false;
  #step = 0;
  #serial = 0;

  constructor(cloud: Cloud, { values, cookies }: Beginning) {
    this.cloud = cloud;
    const applicant = (name: Name): Applicant => ({
      name,
      facts: new Facts(values, cookies[name].length),
      tabs: [new Tab(`${name}-one`, cookies[name][0]), new Tab(`${name}-two`, cookies[name][1])],
    });
    this.applicants = { ada: applicant('ada'), grace: applicant('grace') };
  }

  step(): number {
    this.#step += 1;
    return this.#step;
  }

  /** Returns a text that was never sent before. */
  newText(name: Name): string {
    this.#serial += 1;
    return `${markOf(name)}${this.#serial}`;
  }

  async call<Group extends ApiCall['group']>(
    { name, facts }: Applicant,
    tab: Tab,
    [group, route]: readonly [Group, CallNames[Group]],
    rest: Rest = {},
  ): Promise<Answered> {
    const start = this.step();
    const found = (routes[group] as Readonly<Record<string, ApiCall['route']>>)[route];
    if (found === undefined) throw new Error(`There is no ${group}.${route}.`);
    const reply = await this.cloud.call({ group, route: found, cookies: tab.cookies, ...rest });
    const end = this.step();
    tab.keepCookies(reply);
    checkReply(name, `${group}.${route}`, reply);
    expectKept(
      'erased',
      !facts.isErased(start) || route === 'logOut' || outcomeOf(reply.status) !== 'acknowledged',
      () => `${group}.${route} of ${name} is answered by ${reply.text}`,
    );
    const { hasLostReply } = this.cloud.transport;
    expectKept(
      'failuresTold',
      reply.status !== 500 || hasLostReply,
      () => `${group}.${route}: 500 ${reply.text}`,
    );
    return { reply, start, end, outcome: outcomeOf(reply.status) };
  }
}

const readable: readonly number[] = [200, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503];

function checkReply(name: Name, call: string, { status, body, text, headers }: ApiReply): void {
  if (status === 0) return;
  const others = names.filter((other) => other !== name);
  expectKept('apart', !others.some((other) => text.includes(markOf(other))), () => `${call} shows ${text}`);
  expectKept(
    'failuresTold',
    readable.includes(status) && (status < 400 || isTold(body)),
    () => `${call}: ${status} ${text}`,
  );
  const isRefused = status === 429 || status === 503;
  expectKept(
    'failuresTold',
    isRefused || !('retry-after' in headers),
    () => `${call}: ${status} asks to wait`,
  );
  if (isRefused)
    expectKept(
      'failuresTold',
      /^[1-9]\d*$/.test(headers['retry-after'] ?? ''),
      () => `${call}: ${status} without Retry-After`,
    );
}

const isTold = ({ message }: ApiReply['body']) => typeof message === 'string' && message !== '';
