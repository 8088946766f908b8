export type ConfigurationErrorKind =
  | 'key on two pages'
  | 'key of two questions'
  | 'key outside the data model'
  | 'key without a page'
  | 'key without its prefix'
  | 'maximum above the cap'
  | 'condition on an unasked key'
  | 'condition on an unknown code'
  | 'unknown hidden question'
  | 'unknown file question'
  | 'unreachable'
  | 'contrast';

/** One error in a partner's configuration, with a message for developers. */
export interface ConfigurationError {
  readonly kind: ConfigurationErrorKind;
  readonly message: string;
  /** The key of the question to fix. */
  readonly key?: string | undefined;
  /** The members that lead to the wrong setting of the university. */
  readonly setting?: readonly string[] | undefined;
}

const warning = 'WARNING- MISSING CONFIGURATION';

export const configurationError = (
  kind: ConfigurationErrorKind,
  text: string,
  key?: string,
): ConfigurationError => ({ kind, message: `${warning}: ${text}`, key });

/** The same error of several keys. */
export const configurationErrors = (
  kind: ConfigurationErrorKind,
  keys: readonly string[],
  textOf: (key: string) => string,
): readonly ConfigurationError[] => keys.map((key) => configurationError(kind, textOf(key), key));

/** An unusable configuration. The message has one line for each error. */
export class InvalidConfigurationError extends Error {
  override name = 'InvalidConfigurationError';
  readonly errors: readonly ConfigurationError[];

  constructor(errors: readonly ConfigurationError[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}
