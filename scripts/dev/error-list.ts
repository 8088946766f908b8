/** Current errors in the sources. Prints each change and notifies listeners. */
export class ErrorList {
  /** Output of each failed check, by the title of the error. */
  readonly #messages = new Map<string, string>();
  readonly #onChange: ((messages: readonly string[]) => void)[] = [];

  get messages(): readonly string[] {
    return [...this.#messages].map(([title, message]) => `${title}\n\n${message}`);
  }

  onChange(listener: (messages: readonly string[]) => void): void {
    this.#onChange.push(listener);
  }

  /** Records the error of a check; undefined if the check passed. */
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
