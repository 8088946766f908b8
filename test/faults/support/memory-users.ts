interface User {
  readonly sub: string;
  readonly password: string | undefined;
}

interface Input {
  readonly Username?: string;
  readonly Password?: string;
  readonly AuthParameters?: Readonly<Record<string, string>>;
}

const named = (name: string) => Object.assign(new Error(name), { name });

/** The id of an applicant. Lists are divided by its first digit. All applicants are in the same part. */
export const idOf = (username: string): string => `a-id-of-${username}`;

/** A user pool without the slow hashes of passwords. */
export class MemoryUsers {
  #users: Map<string, User>;

  constructor(users: ReadonlyMap<string, User> = new Map()) {
    this.#users = new Map(users);
  }

  copy(): MemoryUsers {
    return new MemoryUsers(this.#users);
  }

  has(username: string): boolean {
    return this.#users.has(username);
  }

  serve(operation: string, input: Input): object {
    const serve = this.#operations[operation];
    if (serve === undefined) throw new Error(`The users in memory do not serve ${operation}.`);
    return serve(input);
  }

  readonly #operations: Readonly<Record<string, (input: Input) => object>> = {
    AdminCreateUserCommand: (input) => this.#create(input),
    AdminInitiateAuthCommand: (input) => this.#logIn(input),
    AdminGetUserCommand: (input) => this.#describe(input),
    AdminDeleteUserCommand: ({ Username = '' }) => {
      this.#known(Username);
      this.#users.delete(Username);
      return {};
    },
    AdminSetUserPasswordCommand: ({ Username = '', Password }) => {
      this.#users.set(Username, { ...this.#known(Username), password: Password });
      return {};
    },
  };

  #known(username = ''): User {
    const user = this.#users.get(username);
    if (user === undefined) throw named('UserNotFoundException');
    return user;
  }

  #create({ Username = '' }: Input) {
    if (this.#users.has(Username)) throw named('UsernameExistsException');
    const sub = idOf(Username);
    this.#users.set(Username, { sub, password: undefined });
    return { User: { Attributes: [{ Name: 'sub', Value: sub }] } };
  }

  #logIn({ AuthParameters: { USERNAME = '', PASSWORD } = {} }: Input) {
    const user = this.#users.get(USERNAME);
    if (user === undefined || user.password !== PASSWORD) throw named('NotAuthorizedException');
    const payload = Buffer.from(JSON.stringify({ sub: user.sub })).toString('base64url');
    return { AuthenticationResult: { IdToken: `header.${payload}.signature` } };
  }

  #describe({ Username }: Input) {
    const { sub, password } = this.#known(Username);
    return {
      UserStatus: password === undefined ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      UserAttributes: [
        { Name: 'sub', Value: sub },
        { Name: 'email', Value: Username },
      ],
    };
  }
}
