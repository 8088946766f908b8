interface User {
  readonly sub: string;
  readonly password: string;
  readonly isConfirmed: boolean;
  readonly code: string;
}

interface Input {
  readonly Username?: string;
  readonly Password?: string;
  readonly ConfirmationCode?: string;
  readonly AuthParameters?: Readonly<Record<string, string>>;
}

const named = (name: string) => Object.assign(new Error(name), { name });

/** The id of an applicant. */
export const idOf = (username: string): string => `a-id-of-${username}`;

/** The code that every mail of this user pool contains. */
export const everyCode = '123456';

/** A user pool without the slow hashes of passwords. A code works once. */
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
    SignUpCommand: (input) => this.#signUp(input),
    ConfirmSignUpCommand: (input) => this.#confirm(input),
    ResendConfirmationCodeCommand: (input) => this.#newCode(input),
    ForgotPasswordCommand: (input) => this.#newCode(input),
    ConfirmForgotPasswordCommand: (input) => this.#reset(input),
    AdminInitiateAuthCommand: (input) => this.#logIn(input),
    AdminGetUserCommand: (input) => this.#describe(input),
    AdminDeleteUserCommand: ({ Username = '' }) => {
      this.#known(Username);
      this.#users.delete(Username);
      return {};
    },
    AdminSetUserPasswordCommand: ({ Username = '', Password = '' }) => {
      this.#users.set(Username, { ...this.#known(Username), password: Password, isConfirmed: true });
      return {};
    },
  };

  #known(username = ''): User {
    const user = this.#users.get(username);
    if (user === undefined) throw named('UserNotFoundException');
    return user;
  }

  #signUp({ Username = '', Password = '' }: Input) {
    if (this.#users.has(Username)) throw named('UsernameExistsException');
    // Lists are divided by the first digit of an id. Both applicants are in the same part.
    const sub = idOf(Username);
    this.#users.set(Username, { sub, password: Password, isConfirmed: false, code: everyCode });
    return { UserSub: sub };
  }

  #redeem(username: string, code = ''): User {
    const user = this.#known(username);
    if (user.code !== code) throw named('CodeMismatchException');
    return { ...user, code: '' };
  }

  #confirm({ Username = '', ConfirmationCode }: Input) {
    if (this.#known(Username).isConfirmed) throw named('NotAuthorizedException');
    this.#users.set(Username, { ...this.#redeem(Username, ConfirmationCode), isConfirmed: true });
    return {};
  }

  #newCode({ Username = '' }: Input) {
    this.#users.set(Username, { ...this.#known(Username), code: everyCode });
    return {};
  }

  #reset({ Username = '', Password = '', ConfirmationCode }: Input) {
    this.#users.set(Username, { ...this.#redeem(Username, ConfirmationCode), password: Password });
    return {};
  }

  #logIn({ AuthParameters: { USERNAME = '', PASSWORD } = {} }: Input) {
    const user = this.#users.get(USERNAME);
    if (user === undefined || user.password !== PASSWORD) throw named('NotAuthorizedException');
    if (!user.isConfirmed) throw named('UserNotConfirmedException');
    const payload = Buffer.from(JSON.stringify({ sub: user.sub })).toString('base64url');
    return { AuthenticationResult: { IdToken: `header.${payload}.signature` } };
  }

  #describe({ Username }: Input) {
    const { sub, isConfirmed } = this.#known(Username);
    return {
      UserStatus: isConfirmed ? 'CONFIRMED' : 'UNCONFIRMED',
      UserAttributes: [
        { Name: 'sub', Value: sub },
        { Name: 'email', Value: Username },
      ],
    };
  }
}
