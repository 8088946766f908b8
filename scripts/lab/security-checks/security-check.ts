/** A line of the product that protects applicants, and the tests that must notice when it is gone. */
export interface SecurityCheck {
  readonly name: string;
  /** The protection that it gives, as a sentence. */
  readonly protects: string;
  readonly file: string;
  /** A text that occurs exactly once in the file. `replace` is its replacement while the check is off. */
  readonly find: string;
  readonly replace: string;
  /** The cheapest files of tests that notice it. */
  readonly tests: readonly string[];
  /** Only tests whose name contains this text, where a whole file would take long. */
  readonly only?: string;
}
