import { randomFrom } from '../random.ts';

/**
 * Delivery of events that is not immediate. `delay`: each event comes so many milliseconds later, as is usual
 * on AWS. `seed`: at least once and in any order, which is all that AWS guarantees.
 */
export type Delivery =
  | { readonly delay: number }
  /** Seed of the random choice which events arrive twice, and when. */
  | { readonly seed: number };

/** In milliseconds: long enough for a later event to come first. */
const maxDelay = 500;

/**
 * Delivers events of EventBridge:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-delivery-retries.html
 */
export class Deliveries {
  readonly #random: (() => number) | undefined;
  readonly #delay: number;
  readonly #pending = new Set<NodeJS.Timeout>();

  constructor(delivery: Delivery | undefined) {
    this.#random = delivery && 'seed' in delivery ? randomFrom(delivery.seed) : undefined;
    this.#delay = delivery && 'delay' in delivery ? delivery.delay : 0;
  }

  get arePending(): boolean {
    return this.#pending.size > 0;
  }

  deliver(work: () => void) {
    if (this.#delay > 0) return this.#later(work, this.#delay);
    if (this.#random === undefined) return work();
    const copies = this.#random() < 0.5 ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) this.#later(work, this.#random() * maxDelay);
  }

  #later(work: () => void, delay: number) {
    const timer = setTimeout(() => {
      this.#pending.delete(timer);
      work();
    }, delay);
    this.#pending.add(timer);
  }

  close() {
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }
}
