/** The only members a log line may have: no body, code, cookie or query ever gets into one. */
export interface Line {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly request?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | undefined;
  readonly milliseconds?: number | undefined;
  readonly error?:
    | { readonly name: string; readonly message: string; readonly stack: string | undefined }
    | undefined;
}

/** Writes one line of JSON. */
export const log = (line: Line): void =>
  console.log(JSON.stringify({ at: new Date().toISOString(), ...line }));

export const described = (error: unknown): Line['error'] =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: typeof error, message: String(error), stack: undefined };
