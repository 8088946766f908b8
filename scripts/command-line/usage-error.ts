/** A mistake of the person at the keyboard. The command prints its message without a stack trace. */
export class UsageError extends Error {
  override name = 'UsageError';
}
