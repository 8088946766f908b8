import { AsyncLocalStorage } from 'node:async_hooks';
import type { VirtualTime } from './virtual-time.ts';

/**
 * The end of a function call. A function that died says nothing, and neither does one that takes too
 * long.
 */
export type Ending = { readonly returned: unknown } | { readonly thrown: unknown } | { readonly died: true };

const died: Ending = { died: true };

/** One call of a function. After its death nothing of it runs any more. */
export class Invocation {
  static readonly #running = new AsyncLocalStorage<Invocation>();
  readonly #death = Promise.withResolvers<Ending>();
  readonly #time: VirtualTime;
  /** The moment at which Lambda ends the function. */
  readonly #limit: number;
  isDead = false;

  constructor(time: VirtualTime, seconds: number) {
    this.#time = time;
    this.#limit = time.now() + seconds * 1000;
  }

  /** The call of a function whose code is running now. */
  static current(): Invocation | undefined {
    return Invocation.#running.getStore();
  }

  run(work: () => Promise<unknown>): Promise<Ending> {
    const ended = Invocation.#running.run(this, work).then(
      (returned): Ending => ({ returned }),
      (thrown: unknown): Ending => ({ thrown }),
    );
    return Promise.race([ended, this.#death.promise]);
  }

  die(): Promise<never> {
    this.isDead = true;
    this.#death.resolve(died);
    return new Promise(() => undefined);
  }

  get isOutOfTime(): boolean {
    return this.#time.now() > this.#limit;
  }
}
