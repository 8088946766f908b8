/** A finding of cdk-nag that was looked at and accepted. */
export interface Exception {
  readonly rule: RegExp;
  readonly path: RegExp;
  readonly reason: string;
}

/** Every accepted finding. Each line is reviewed like code; a finding without a line here fails the synthesis. */
export const exceptions: readonly Exception[] = [];
