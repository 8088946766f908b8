import { setTimeout as pause } from 'node:timers/promises';
import { ComesBackLater } from '../applicants/applicant.ts';

/** Number of calls that were due in one step. */
export interface Due {
  readonly offered: number;
  /** Calls that were not sent: no applicant was ready, and no browser had a free connection. */
  readonly heldBack: number;
}

interface Giving {
  readonly rate: number;
  readonly seconds: number;
  readonly isDone?: (() => boolean) | undefined;
  /** Makes a due call if no applicant is waiting. Returns false if it cannot. */
  readonly orElse?: ((due: number) => boolean) | undefined;
}

/** Releases calls at a fixed rate, whether or not earlier calls have responses. */
export class Slots {
  readonly #waiting: { readonly resolve: (due: number) => void; readonly reject: (error: Error) => void }[] =
    [];
  #isOpen = false;
  #isClosed = false;

  /** Resolves when a call may be sent, with its scheduled time. */
  take(): Promise<number> {
    if (this.#isClosed) return Promise.reject(new ComesBackLater());
    if (this.#isOpen) return Promise.resolve(performance.now());
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /**
   * Releases `rate` calls a second, until the time is over or `isDone`. If no caller waits for a slot,
   * `orElse` may use it.
   */
  async give({ rate, seconds, isDone = () => false, orElse = () => false }: Giving): Promise<Due> {
    const begun = performance.now();
    let [offered, heldBack] = [0, 0];
    for (let passed = 0; passed < seconds && !isDone(); passed = (performance.now() - begun) / 1000) {
      for (; offered < Math.min(passed, seconds) * rate; offered += 1) {
        const due = begun + (offered * 1000) / rate;
        const next = this.#waiting.shift();
        if (next !== undefined) next.resolve(due);
        else if (!orElse(due)) heldBack += 1;
      }
      await pause(1);
    }
    return { offered, heldBack };
  }

  /** From now on every call is released immediately. */
  open(): void {
    this.#isOpen = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(performance.now());
  }

  /** From now on every call is rejected. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new ComesBackLater());
  }
}
