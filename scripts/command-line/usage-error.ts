/** A user error. The command prints its message without a stack trace. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A wrong combination of options. The command prints its usage after the message. */
export class OptionError extends UsageError {
  override name = 'OptionError';
}
