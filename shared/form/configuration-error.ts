export type ConfigurationErrorKind =
  | 'key on two pages'
  | 'key of two questions'
  | 'key outside the data model'
  | 'key without a page'
  | 'key without its prefix'
  | 'maximum above the cap'
  | 'condition on an unasked key'
  | 'condition on an unknown code'
  | 'unreachable'
  | 'contrast';

/** One mistake in a configuration, in the words a developer reads. */
export interface ConfigurationError {
  readonly kind: ConfigurationErrorKind;
  readonly message: string;
  /** The key whose question has to be mended. */
  readonly key?: string | undefined;
}

const warning = 'WARNING- MISSING CONFIGURATION';

export const configurationError = (
  kind: ConfigurationErrorKind,
  words: string,
  key?: string,
): ConfigurationError => ({ kind, message: `${warning}: ${words}`, key });

/** A configuration that cannot be used. The message has a line for each mistake. */
export class InvalidConfigurationError extends Error {
  override name = 'InvalidConfigurationError';
  readonly errors: readonly ConfigurationError[];

  constructor(errors: readonly ConfigurationError[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}
