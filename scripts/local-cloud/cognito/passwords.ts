import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../http.ts';
import type { PasswordPolicy } from './read-pools.ts';

/** Node's default of scrypt's N. Hashes without a cost have it. */
const defaultCost = 16_384;

const derive = (password: string, salt: string, cost: number) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, 32, { cost }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Salted scrypt hashes. */
export class PasswordHashes {
  readonly #cost: number;

  /** `cost` is scrypt's N for new hashes. */
  constructor(cost = defaultCost) {
    this.#cost = cost;
  }

  /** Returns `salt:key:cost`. */
  async create(password: string): Promise<string> {
    const salt = randomBytes(16).toString('hex');
    const key = await derive(password, salt, this.#cost);
    return `${salt}:${key.toString('hex')}:${this.#cost}`;
  }

  /** Takes the same time for an unknown user (no hash) as for a known one. */
  async match(
    password: string,
    hash = `${'0'.repeat(32)}:${'0'.repeat(64)}:${this.#cost}`,
  ): Promise<boolean> {
    const [salt = '', key = '', cost = defaultCost] = hash.split(':');
    return timingSafeEqual(await derive(password, salt, Number(cost)), Buffer.from(key, 'hex'));
  }
}

const symbols = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

/**
 * The password policy, with Cognito's error messages:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
export function checkPassword(policy: PasswordPolicy, password: unknown) {
  if (typeof password !== 'string' || password.length > 256 || !/^\S+.*\S+$/s.test(password)) {
    throw new ServiceError(
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    );
  }
  const faults: readonly (readonly [boolean, string])[] = [
    [password.length < (policy.MinimumLength ?? 8), 'Password not long enough'],
    [policy.RequireUppercase === true && !/[A-Z]/.test(password), 'Password must have uppercase characters'],
    [policy.RequireLowercase === true && !/[a-z]/.test(password), 'Password must have lowercase characters'],
    [policy.RequireNumbers === true && !/\d/.test(password), 'Password must have numeric characters'],
    [policy.RequireSymbols === true && !symbols.test(password), 'Password must have symbol characters'],
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (fault !== undefined) {
    throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${fault[1]}`);
  }
}
