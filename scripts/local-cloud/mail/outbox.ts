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

/** Every sent mail, stored on disk as one line each. */
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
    // The line break comes first. Otherwise a line that a kill cut off would merge with the next one.
    appendFileSync(this.#file, `\n${JSON.stringify(full)}`, { mode: 0o600 });
    this.#mails.push(full);
  }

  /** Newest first; only those to `to`, if given. */
  list(to?: string): readonly Mail[] {
    return this.#mails
      .filter((each) => to === undefined || each.to.toLowerCase() === to.toLowerCase())
      .reverse();
  }
}

/** An incomplete line after a kill was never acknowledged. */
function parseLine(line: string): Mail[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
