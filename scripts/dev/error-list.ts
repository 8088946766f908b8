/** What is wrong with the sources now. Prints each change, and passes it on to listeners. */
export class ErrorList {
  /** What the check printed, by the sentence that says what is wrong. */
  readonly #messages = new Map<string, string>();
  readonly #onChange: ((messages: readonly string[]) => void)[] = [];

  get messages(): readonly string[] {
    return [...this.#messages].map(([title, message]) => `${title}\n\n${message}`);
  }

  onChange(listener: (messages: readonly string[]) => void): void {
    this.#onChange.push(listener);
  }

  /** Records what a check found; without a message, that it found nothing. */
  report(title: string, message: string | undefined): void {
    const before = this.#messages.get(title);
    if (message === before) return;
    if (message === undefined) {
      this.#messages.delete(title);
      console.log(`Fixed: ${title}`);
    } else {
      this.#messages.set(title, message);
      console.error(`\nError: ${title}\n${message}\n`);
    }
    for (const listener of this.#onChange) listener(this.messages);
  }
}
