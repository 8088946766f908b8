import { AsyncLocalStorage } from 'node:async_hooks';
import { Invocation } from './invocation.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One of several concurrent tasks. */
interface Work {
  /** Number of its calls that wait for a turn. At 0, the task is running. */
  waiting: number;
  hasEnded: boolean;
}

interface Waiting {
  readonly work: Work;
  readonly invocation: Invocation | undefined;
  readonly due: number;
  readonly go: () => void;
}

/**
 * Index of the waiting call that runs next, for each turn. `by time`: the call that is due first, as on a
 * real machine.
 */
export type Order = readonly number[] | 'by time';

const earliest = (waiting: readonly Waiting[]): number =>
  waiting.reduce((best, { due }, index) => (due < (waiting[best]?.due ?? due) ? index : best), 0);

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Far more than loading a module takes. */
const maxIdleTicks = 200_000;

/**
 * Runs tasks concurrently, one step at a time. Each service call or pause waits for its turn. The order of
 * turns is a list of numbers, which fast-check can search for a failure and shrink.
 */
export class Turns {
  readonly #time: VirtualTime;
  readonly #working = new AsyncLocalStorage<Work>();
  #works: Work[] = [];
  #waiting: Waiting[] = [];
  #order: Order = [];
  #position = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  begin(order: Order): void {
    this.#order = order;
    this.#position = 0;
    this.#waiting = [];
    this.#works = [];
  }

  /** Waits for a turn, at the moment `due` or later. */
  async take(due = this.#time.now()): Promise<void> {
    const invocation = Invocation.current();
    if (invocation?.isDead) return new Promise(() => undefined);
    const work = this.#working.getStore();
    if (work === undefined || this.#works.length < 2) this.#time.advanceTo(due);
    else
      await new Promise<void>((go) => {
        work.waiting += 1;
        this.#waiting.push({ work, invocation, due, go });
      });
    if (invocation?.isOutOfTime) await invocation.die();
  }

  /** Runs tasks until all have ended. */
  async run(functions: readonly (() => Promise<void>)[]): Promise<void> {
    const errors: unknown[] = [];
    const works = functions.map((): Work => ({ waiting: 0, hasEnded: false }));
    this.#works = works;
    works.forEach((work, index) => {
      void this.#working
        .run(work, async () => functions[index]?.())
        .catch((error: unknown) => errors.push(error))
        .finally(() => {
          work.hasEnded = true;
        });
    });
    let idle = 0;
    while (this.#works.length > 0) {
      await nextTick();
      this.#works = this.#works.filter(({ hasEnded }) => !hasEnded);
      this.#dropDead();
      const isAnyRunning = this.#works.some(({ waiting }) => waiting === 0);
      idle = isAnyRunning ? idle + 1 : 0;
      if (!isAnyRunning) this.#next();
      if (idle > maxIdleTicks) throw new Error('A work waits for something that never comes.');
    }
    if (errors.length > 0) throw errors[0];
  }

  #dropDead(): void {
    const dead = this.#waiting.filter(({ invocation }) => invocation?.isDead);
    for (const { work } of dead) work.waiting -= 1;
    if (dead.length > 0) this.#waiting = this.#waiting.filter((each) => !dead.includes(each));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const [next] = this.#waiting.splice(this.#choice(this.#waiting.length), 1);
    if (next === undefined) return;
    next.work.waiting -= 1;
    this.#time.advanceTo(next.due);
    next.go();
  }

  #choice(length: number): number {
    if (length === 1) return 0;
    if (this.#order === 'by time') return earliest(this.#waiting);
    const choice = this.#order[this.#position] ?? 0;
    this.#position += 1;
    return choice % length;
  }
}
