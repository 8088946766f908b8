/** The only members a log line may have: no body, code, cookie or query ever gets into one. */
export interface Line {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly request?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | undefined;
  readonly milliseconds?: number | undefined;
  /** The path of a page in somebody's browser. */
  readonly page?: string | undefined;
  readonly error?:
    | { readonly name: string; readonly message: string; readonly stack: string | undefined }
    | undefined;
}

/** Writes one line of JSON. */
export function log(line: Line): void {
  const at = new Date().toISOString();
  // Put together as text, which is cheaper than copying the line to add a member.
  console.log(`{"at":"${at}",${JSON.stringify(line).slice(1)}`);
}

export const described = (error: unknown): Line['error'] =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: typeof error, message: String(error), stack: undefined };
