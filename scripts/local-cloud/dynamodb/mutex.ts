/**
 * Runs work on the same things in the order of arrival, one at a time. Work on different things runs in
 * parallel.
 */
export class Mutex {
  readonly #last = new Map<string, Promise<void>>();

  take<T>(things: readonly string[], work: () => Promise<T>): Promise<T> {
    const turn = Promise.all(things.map((each) => this.#last.get(each))).then(work);
    const leave = () => this.#leave(things, over);
    const over: Promise<void> = turn.then(leave, leave);
    for (const each of things) this.#last.set(each, over);
    return turn;
  }

  #leave(things: readonly string[], over: Promise<void>) {
    for (const each of things) if (this.#last.get(each) === over) this.#last.delete(each);
  }

  /** Resolves when all work has ended. */
  async idle() {
    await Promise.all(this.#last.values());
  }
}
