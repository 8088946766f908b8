/** A line of code that protects applicants, and the tests that must fail without it. */
export interface SecurityCheck {
  readonly name: string;
  /** The protection that it gives, as a sentence. */
  readonly protects: string;
  readonly file: string;
  /** A text that occurs exactly once in the file. `replace` is its replacement while the check is off. */
  readonly find: string;
  readonly replace: string;
  /** The cheapest test files that detect its absence. */
  readonly tests: readonly string[];
  /** Only tests whose name contains this text, where a whole file would take long. */
  readonly only?: string;
}
