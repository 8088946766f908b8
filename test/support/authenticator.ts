import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, stepAt } from '../../scripts/local-cloud/cognito/totp.ts';

/**
 * Milliseconds for which a code stays valid after it is returned, because calls on a busy machine take time.
 */
const staysRight = 10_000;
const stepLength = 30_000;

/**
 * An authenticator app with one secret. Cognito takes each code once, and accepts codes of 30 seconds before
 * and after now. Up to three codes are available immediately; the next one waits for its time.
 */
export class Authenticator {
  readonly #secret: string;
  #last = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Returns a code that was not returned before and stays valid for at least ten seconds. */
  async code(): Promise<string> {
    const step = Math.max(this.#last + 1, stepAt(Date.now() + staysRight - stepLength));
    while (step > stepAt(Date.now()) + 1) await pause(100);
    this.#last = step;
    return codeOf(this.#secret, step);
  }

  /** Returns a code that is wrong now. */
  wrongCode(): string {
    const now = stepAt(Date.now());
    const right = [-2, -1, 0, 1, 2].map((away) => codeOf(this.#secret, now + away));
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
    );
  }
}
