import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { RecordStore } from '../files.ts';

export interface Code {
  readonly code: string;
  readonly expires: number;
  readonly tries: number;
}

export interface Session {
  readonly tokenHash: string;
  readonly client: string;
  readonly expires: number;
  readonly authTime: number;
}

/** Wrong passwords since the last sign-in. */
export interface Failures {
  readonly count: number;
  /** Time of the last failure. */
  readonly last: number;
  /** Time of the last attempt, also during a lock. */
  readonly tried?: number;
}

export const noFailures: Failures = { count: 0, last: 0 };

/** A user of a pool as it is kept on disk, passwords as scrypt hashes only. */
export interface User {
  readonly sub: string;
  readonly pool: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly status: 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'DELETED';
  readonly isVerified: boolean;
  /** Custom attributes of the pool, by name. */
  readonly custom?: Readonly<Record<string, string>>;
  readonly created: number;
  readonly codes: Readonly<Partial<Record<'signUp' | 'reset', Code>>>;
  readonly sessions: Readonly<Record<string, Session>>;
  readonly failures: Failures;
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

const nameOf = (username: unknown) => String(username ?? '').toLowerCase();

/** All users, by address or sub. A deleted user keeps only a mark that the sub was used. */
export class Users {
  readonly #records: RecordStore<User>;
  readonly #byEmail = new Map<string, string>();

  constructor(folder: string) {
    this.#records = new RecordStore(join(folder, 'users'));
    for (const each of this.#records.values()) this.#index(each);
  }

  #index({ pool, email, sub, status }: User) {
    if (status !== 'DELETED') this.#byEmail.set(`${pool}/${email}`, sub);
  }

  find(pool: string, username: unknown): User | undefined {
    const name = nameOf(username);
    const user = this.#records.get(this.#byEmail.get(`${pool}/${name}`) ?? name);
    return user?.pool === pool && user.status !== 'DELETED' ? user : undefined;
  }

  findByRefreshToken(
    pool: string,
    client: string,
    token: unknown,
  ): { user: User; id: string; session: Session } | undefined {
    const tokenHash = hashToken(String(token));
    for (const user of this.#records.values()) {
      if (user.pool !== pool) continue;
      const found = Object.entries(user.sessions).find(
        ([, each]) => each.tokenHash === tokenHash && each.client === client,
      );
      if (found !== undefined) return { user, id: found[0], session: found[1] };
    }
    return undefined;
  }

  /** The users of a pool, in the same order each time. */
  of(pool: string): readonly User[] {
    return [...this.#records.values()]
      .filter((user) => user.pool === pool && user.status !== 'DELETED')
      .sort((one, other) => one.created - other.created || one.sub.localeCompare(other.sub));
  }

  /** Saves a user. An earlier address no longer finds the user. */
  save(user: User): User {
    const before = this.#records.get(user.sub);
    if (before !== undefined && before.email !== user.email)
      this.#byEmail.delete(`${before.pool}/${before.email}`);
    this.#records.put(user.sub, user);
    this.#index(user);
    return user;
  }

  delete(user: User) {
    this.#byEmail.delete(`${user.pool}/${user.email}`);
    this.#records.put(user.sub, {
      ...user,
      email: '',
      passwordHash: '',
      codes: {},
      sessions: {},
      status: 'DELETED',
    });
  }
}
