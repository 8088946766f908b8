/** Lets works on the same things run one after the other, in the order they came, and works on other things beside them. */
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

  /** When everything that was begun is over. */
  async idle() {
    await Promise.all(this.#last.values());
  }
}
