import { setTimeout as pause } from 'node:timers/promises';
import { css, describeTarget, type Target } from './target.ts';

export type Key = 'Tab' | 'Escape';

/** One page of one browser engine. Actions wait for nothing: `WaitingPage` does. */
export interface BrowserPage {
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It refers to nothing outside; its arguments and result are JSON. */
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Each resolves to false when the target is not there or cannot be used yet. */
  click(target: Target): Promise<boolean>;
  /** Replaces what the field contains. */
  type(target: Target, text: string): Promise<boolean>;
  choose(target: Target, value: string): Promise<boolean>;
  attach(target: Target, file: string): Promise<boolean>;
  press(key: Key): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Far longer than anything takes, so that the suite passes on a machine that is busy with other work too. */
const patience = 90_000;

/** Repeats an attempt until it succeeds. */
async function retry(what: string, attempt: () => Promise<boolean>): Promise<void> {
  const started = Date.now();
  let failure: unknown;
  while (Date.now() - started < patience) {
    const done = await attempt().catch((error: unknown) => {
      failure = error;
      return false;
    });
    if (done) return;
    await pause(50);
  }
  throw new Error(`${what} did not happen within ${patience / 1000} s.`, { cause: failure });
}

/** A page on which each action waits until its target can be used, as a person does. */
export class WaitingPage {
  readonly #page: BrowserPage;
  readonly #origin: string;

  constructor(page: BrowserPage, origin: string) {
    this.#page = page;
    this.#origin = origin;
  }

  goto(path: string): Promise<void> {
    return this.#page.goto(this.#origin + path);
  }

  get evaluate(): BrowserPage['evaluate'] {
    return this.#page.evaluate.bind(this.#page) as BrowserPage['evaluate'];
  }

  /** Waits until a condition on the page holds. */
  until<Args extends readonly unknown[]>(
    what: string,
    isTrue: (...args: Args) => boolean | Promise<boolean>,
    ...args: Args
  ): Promise<void> {
    return retry(what, () => this.#page.evaluate(isTrue, ...args));
  }

  /** Waits until the page shows a text. */
  sees(text: string): Promise<void> {
    return this.until(
      `The text "${text}"`,
      (wanted) => document.body.innerText.replace(/\s+/g, ' ').includes(wanted),
      text,
    );
  }

  seesNo(text: string): Promise<void> {
    return this.until(
      `The end of the text "${text}"`,
      (unwanted) => !document.body.innerText.replace(/\s+/g, ' ').includes(unwanted),
      text,
    );
  }

  /** Waits until a field has a value. */
  hasValue(selector: string, value: string): Promise<void> {
    return this.until(
      `The value "${value}" of ${selector}`,
      (css, wanted) => (document.querySelector(css) as HTMLInputElement | null)?.value === wanted,
      selector,
      value,
    );
  }

  click(target: Target): Promise<void> {
    return retry(`A click on ${describeTarget(target)}`, () => this.#page.click(target));
  }

  type(target: Target, text: string): Promise<void> {
    return retry(`Typing into ${describeTarget(target)}`, () => this.#page.type(target, text));
  }

  choose(target: Target, value: string): Promise<void> {
    return retry(`Choosing ${value} in ${describeTarget(target)}`, () => this.#page.choose(target, value));
  }

  attach(selector: string, file: string): Promise<void> {
    return retry(`Attaching a file to ${selector}`, () => this.#page.attach(css(selector), file));
  }

  press(key: Key): Promise<void> {
    return this.#page.press(key);
  }

  screenshot(): Promise<Uint8Array> {
    return this.#page.screenshot();
  }

  close(): Promise<void> {
    return this.#page.close();
  }
}
