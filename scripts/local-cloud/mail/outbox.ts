import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at: string;
}

/** Every mail that was sent, kept on disk line by line. */
export class Outbox {
  readonly #file: string;
  readonly #mails: Mail[];

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'mail.jsonl');
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : [];
    this.#mails = lines.flatMap(parseLine);
  }

  send(mail: Omit<Mail, 'at'>) {
    const full = { ...mail, at: new Date().toISOString() };
    // The line break comes first: a line that a full disk cut in half must not swallow the next one.
    appendFileSync(this.#file, `\n${JSON.stringify(full)}`, { mode: 0o600, flush: true });
    this.#mails.push(full);
  }

  /** Newest first; those to one address, when one is named. */
  list(to?: string): readonly Mail[] {
    return this.#mails
      .filter((each) => to === undefined || each.to.toLowerCase() === to.toLowerCase())
      .reverse();
  }
}

/** A line that a kill cut in half was never acknowledged. */
function parseLine(line: string): Mail[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
