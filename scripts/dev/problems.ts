/** What is wrong with the sources now, by who found it. Told in the terminal and to whoever else listens. */
export class Problems {
  readonly #messages = new Map<string, string>();
  readonly #onChange: ((messages: readonly string[]) => void)[] = [];

  get messages(): readonly string[] {
    return [...this.#messages].map(([source, message]) => `${source}\n\n${message}`);
  }

  onChange(listener: (messages: readonly string[]) => void): void {
    this.#onChange.push(listener);
  }

  /** Notes what a check found, or with no message that all is well. */
  report(source: string, message: string | undefined): void {
    const before = this.#messages.get(source);
    if (message === before) return;
    if (message === undefined) {
      this.#messages.delete(source);
      console.log(`Fixed: ${source}`);
    } else {
      this.#messages.set(source, message);
      console.error(`\nError: ${source}\n${message}\n`);
    }
    for (const listener of this.#onChange) listener(this.messages);
  }
}
