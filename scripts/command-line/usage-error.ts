/** A mistake of the person at the keyboard. The command prints its message without a stack trace. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Options that do not fit together. The command prints its usage after the message. */
export class OptionError extends UsageError {
  override name = 'OptionError';
}
