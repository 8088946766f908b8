import { setTimeout as pause } from 'node:timers/promises';
import { ComesBackLater } from '../applicants/applicant.ts';

/** What became of the calls of one step that were due. */
export interface Due {
  readonly offered: number;
  /** Nobody could make them: every applicant's browser waited for as many answers as it may. */
  readonly heldBack: number;
}

interface Giving {
  readonly rate: number;
  readonly seconds: number;
  readonly isDone?: (() => boolean) | undefined;
  /** Makes a call that is due, if anybody can. */
  readonly orElse?: ((due: number) => boolean) | undefined;
}

/** Lets calls leave at their times, as many a second as asked for, whether earlier ones are answered or not. */
export class Slots {
  readonly #waiting: { readonly resolve: (due: number) => void; readonly reject: (error: Error) => void }[] =
    [];
  #isOpen = false;
  #isClosed = false;

  /** Resolves when a call may leave, with the time at which it should have. */
  take(): Promise<number> {
    if (this.#isClosed) return Promise.reject(new ComesBackLater());
    if (this.#isOpen) return Promise.resolve(performance.now());
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /**
   * Lets `rate` calls a second leave, until the time is over or `isDone`. When nobody waits for one, `orElse` may make it.
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

  /** From now on every call leaves at once. */
  open(): void {
    this.#isOpen = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(performance.now());
  }

  /** From now on no call leaves. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new ComesBackLater());
  }
}
