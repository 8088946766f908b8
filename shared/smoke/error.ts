/** Something does not work: the message says what was found. */
export class SmokeError extends Error {
  override readonly name = 'SmokeError';
}

export function requireThat(condition: boolean, found: string): asserts condition {
  if (!condition) throw new SmokeError(found);
}
